//! Thinking, and work that is given to others.

mod thinking;

pub use thinking::Thinking;
