//! Ready-made tools for a page's agent. Each group is a folder. A group uses the browser through a trait, with an
//! implementation for the page and one in memory, so that `cargo test` runs the same tools.
//!
//! | module | tools |
//! |---|---|
//! | [`agents`] | `thinking`, `subagent`, `image_recognition` |
//! | [`bash`] | `bash`, with a filter of commands |
//! | [`calendar`] | `list_events` |
//! | [`files`] | `file_read`, `file_write`, `file_edit`, `file_multi_edit` |
//! | [`flights`] | `search_flights` |
//! | [`page`] | `get_page`, `click`, `type`, `navigate`, `screenshot` |
//! | [`runs`] | `batch`, `view_background_processes` |
//! | [`search`] | `grep_tool`, `glob_tool` |
//! | [`todo`] | `todo_read`, `todo_write` |
//! | [`web`] | `web_fetch`, with a filter of domains |
//! | [`excerpt`], [`refusal`], [`remote`] | none: bounded texts, refused arguments, services that need a key |
//! | `catalogue` | none: the facts that the page's half needs before a module is loaded; not compiled for `wasm32` |
//! | `wasm` | none: a function for each group, which the wasm modules `crates/toolbox-*` export; compiled for `wasm32` only |

pub mod agents;
pub mod bash;
pub mod calendar;
#[cfg(not(target_arch = "wasm32"))]
pub mod catalogue;
pub mod excerpt;
pub mod files;
pub mod flights;
pub mod page;
pub mod refusal;
pub mod remote;
pub mod runs;
pub mod search;
pub mod todo;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
pub mod web;
