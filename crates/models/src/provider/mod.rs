//! Tools for the APIs of models, and the calls in their answers.
//!
//! No API accepts all of JSON Schema, and each has its own format for tools, calls and results. A [`Provider`] encodes tools
//! for one API and reports what that loses, decodes the API's calls, whole or while they arrive, and encodes their results.
//!
//! | module | contents |
//! |---|---|
//! | `apis` | [`Target`]: the table of APIs, and a file for each |
//! | `api` | the trait that each API implements |
//! | `family` | code that several APIs share |
//! | `json` | [`Json`]: values that keep the order of members and the digits of numbers |
//! | `schema` | JSON Schema itself: drafts, keywords, references, and the conversion of older drafts to 2020-12 |
//! | `lower` | tools encoded for an API; with `loss` |
//! | `undo` | the conversion of arguments for a strict schema back to the tool's own schema |
//! | `calls` | calls in an API's answers, whole and while they arrive, and results for it |
//! | `provider` | [`Provider`]: all of this, for one API |

mod api;
mod apis;
mod calls;
mod family;
mod json;
mod loss;
mod lower;
#[expect(
    clippy::module_inception,
    reason = "the folder is named after its main type"
)]
mod provider;
mod schema;
mod undo;

pub use apis::{Target, UnknownTarget};
pub use calls::{Call, CallStream, Outcome, ResultImage};
pub use json::{Json, Object};
pub use loss::{Action, Loss};
pub use provider::{Provider, ProviderError};
