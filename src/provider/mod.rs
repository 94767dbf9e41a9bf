//! Tools for the APIs of models, and what these answer.
//!
//! | module | what it is for |
//! |---|---|
//! | `target` | [`Target`]: which API |

mod target;

pub use target::{Target, UnknownTarget};
