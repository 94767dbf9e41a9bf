//! Reading the web within a list of allowed hosts.

mod address;
mod answer;
mod bytes;
mod charset;
mod fetch;
mod filter;
mod html;
mod json;
mod letters;
#[cfg(not(target_arch = "wasm32"))]
mod memory;
mod pattern;
mod redirects;
mod render;
mod status;
mod web_fetch;
mod window;

pub use address::Address;
#[cfg(target_arch = "wasm32")]
pub(crate) use answer::read_body;
pub use bytes::read_bytes;
pub use fetch::{Answer, Fetch, FetchFault, Followed};
pub use filter::{DomainFilter, FilterFault};
pub use html::{Converted, LeftOut, Turns, to_markdown};
pub use json::pretty;
#[cfg(not(target_arch = "wasm32"))]
pub use memory::{MemoryAnswer, MemoryWeb};
pub use web_fetch::{Format, WebFetch, WebFetchArguments, WebFetchMetadata, WebOptions};
