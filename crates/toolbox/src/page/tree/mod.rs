//! A snapshot as a document that role and name are computed of (`accname`), and what is told of it.

mod document;
mod lines;
mod name;
mod outline;
mod role;
mod states;

pub(super) use document::Tree;
pub(super) use name::describe;
pub(super) use outline::Outline;
