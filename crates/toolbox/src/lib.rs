//! Tools that a page can give its agent at once. Each group is a folder; what a group needs of the browser is a trait, with a
//! side for the page and one in memory, so that `cargo test` runs the same tools.
//!
//! | module | tools |
//! |---|---|
//! | [`agents`] | `thinking`, `subagent`, `image_recognition` |
//! | [`files`] | `file_read`, `file_write`, `file_edit`, `file_multi_edit` |
//! | [`page`] | `get_page`, `click`, `type`, `navigate`, `screenshot` |
//! | [`runs`] | `batch`, `view_background_processes` |
//! | [`search`] | `grep_tool`, `glob_tool` |
//! | [`excerpt`], [`refusal`] | none: texts that have a bound, arguments that are refused |
//! | `wasm` | what the page's half calls: a function for each group; compiled for `wasm32` only |

pub mod agents;
pub mod catalogue;
pub mod excerpt;
pub mod files;
pub mod page;
pub mod refusal;
pub mod runs;
pub mod search;
#[cfg(target_arch = "wasm32")]
mod wasm;
