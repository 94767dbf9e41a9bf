//! Services of others, asked with a key that nobody else gets to see: what `search_flights` and `list_events` have in common.

mod encode;
mod exchange;
#[cfg(not(target_arch = "wasm32"))]
mod memory;
mod oauth;
mod reply;
mod service;
mod shared_future;
mod tokens;
mod wait;

pub use encode::encode;
pub use exchange::{Exchange, Method, READ_HEADERS, Received, Request};
#[cfg(not(target_arch = "wasm32"))]
pub use memory::MemoryExchange;
pub use oauth::{OAuth, OAuthSettings};
pub use reply::reply;
pub use service::{Call, Said, Service, Words};
pub use tokens::{Fixed, TokenSource, Tokens};
