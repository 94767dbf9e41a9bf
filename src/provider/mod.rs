//! Tools for the APIs of models, and what these answer.
//!
//! No API takes all of JSON Schema, and each takes tools, calls and results in a form of its own. A [`Provider`] writes tools
//! for one API and says what gets lost by it, reads that API's calls, whole or as they arrive, and writes their results.
//!
//! | module | what it is for |
//! |---|---|
//! | `target` | [`Target`]: which API |
//! | `json` | [`Json`]: values that keep the order of members and the digits of numbers |
//! | `schema` | JSON Schema itself: drafts, keywords, references, and older drafts in the words of 2020-12 |
//! | `lower` | tools in the words of an API; with `loss` |
//! | `undo` | arguments that follow a strict schema, as the tool's own schema says |
//! | `calls` | calls in an API's answers, whole and as they arrive, and results for it |
//! | `provider` | [`Provider`]: all of it, for one API |

mod calls;
mod json;
mod loss;
mod lower;
#[expect(
    clippy::module_inception,
    reason = "the folder is named for what its main type is"
)]
mod provider;
mod schema;
mod target;
mod undo;

pub use calls::{Call, CallStream, Outcome, ResultImage};
pub use json::{Json, Object};
pub use loss::{Action, Loss};
pub use provider::{Provider, ProviderError};
pub use target::{Target, UnknownTarget};
