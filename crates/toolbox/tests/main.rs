//! The toolbox natively: the same tools as in a page, over the in-memory implementations.

#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::format_collect,
    clippy::too_many_lines,
    reason = "helpers of tests are tests; a table of cases is one test"
)]

mod agents;
mod bash;
mod bash_filter;
#[cfg(unix)]
mod bash_shells;
mod calendar;
mod catalogue;
mod files;
mod flights;
mod page;
mod remote;
mod runs;
mod search;
mod todo;
mod turns;
mod web;
mod web_bounds;
mod web_hidden;
mod web_html;
