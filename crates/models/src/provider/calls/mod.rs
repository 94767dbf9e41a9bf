//! The calls in an API's answers, and results for it.

mod call;
mod ending;
mod finding;
mod ids;
mod listing;
mod outcome;
mod stream;

pub use call::Call;
pub(super) use call::{Given, MADE, Reading};
pub(super) use ending::{cut_off, first, is_cut};
pub(super) use finding::Finding;
pub(super) use listing::{calls_of, kind, list, name};
pub use outcome::{Outcome, ResultImage};
pub use stream::CallStream;
pub(super) use stream::{CHUNK, NAMELESS, Open, key_of};
