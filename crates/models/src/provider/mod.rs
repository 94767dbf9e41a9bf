//! Tools for the APIs of models, and what these answer.
//!
//! No API takes all of JSON Schema, and each takes tools, calls and results in a form of its own. A [`Provider`] writes tools
//! for one API and says what gets lost by it, reads that API's calls, whole or as they arrive, and writes their results.
//!
//! | module | what it is for |
//! |---|---|
//! | `apis` | [`Target`]: the table of APIs, and a file for each |
//! | `api` | the trait that each of them implements |
//! | `family` | what several APIs share |
//! | `json` | [`Json`]: values that keep the order of members and the digits of numbers |
//! | `schema` | JSON Schema itself: drafts, keywords, references, and older drafts in the words of 2020-12 |
//! | `lower` | tools in the words of an API; with `loss` |
//! | `undo` | arguments that follow a strict schema, as the tool's own schema says |
//! | `calls` | calls in an API's answers, whole and as they arrive, and results for it |
//! | `provider` | [`Provider`]: all of it, for one API |

mod api;
mod apis;
mod calls;
mod family;
mod json;
mod loss;
mod lower;
#[expect(
    clippy::module_inception,
    reason = "the folder is named for what its main type is"
)]
mod provider;
mod schema;
mod undo;

pub use apis::{Target, UnknownTarget};
pub use calls::{Call, CallStream, Outcome, ResultImage};
pub use json::{Json, Object};
pub use loss::{Action, Loss};
pub use provider::{Provider, ProviderError};
