//! The toolbox natively: the same tools as in a page, with the in-memory side of what they need.

mod agents;
mod bash;
mod catalogue;
mod todo;
mod web;
mod web_html;
