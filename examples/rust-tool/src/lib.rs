//! Two tools for the agent of a recipe page.
//!
//! | module | contents |
//! |---|---|
//! | [`units`] | units of measure and their conversion |
//! | [`convert`] | the tool `convert_units` |
//! | [`timer`] | the tool `kitchen_timer`, which waits |
//! | [`clock`] | the clock of the timer, so that tests need not wait |
//! | `page` | the exports for a page; compiled for `wasm32` only |

pub mod clock;
pub mod convert;
#[cfg(target_arch = "wasm32")]
mod page;
pub mod timer;
pub mod units;
