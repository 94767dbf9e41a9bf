//! What the page's half calls. No method calls JavaScript while it holds a borrow.

mod issue;
mod judge;
mod panic;
mod schema;
