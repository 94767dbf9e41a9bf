//! The toolbox natively: the same tools as in a page, with the in-memory side of what they need.

mod agents;
mod catalogue;
mod files;
mod search;
