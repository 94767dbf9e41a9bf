//! Calls that an API's answers have, and results for it.

mod call;
mod listing;
mod results;
mod stream;
mod told;

pub use call::Call;
pub(super) use call::Reading;
pub(super) use listing::calls_of;
pub(super) use results::messages;
pub use results::{Outcome, ResultImage};
pub use stream::CallStream;
pub(super) use told::Told;
