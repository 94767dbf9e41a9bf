//! Two tools for the agent of a recipe page.
//!
//! | module | what it is for |
//! |---|---|
//! | [`units`] | units of measure, and how they relate |
//! | [`convert`] | the tool `convert_units` |
//! | [`timer`] | the tool `kitchen_timer`, which waits |
//! | [`clock`] | what the timer needs of the world, so that tests need not wait |
//! | `page` | what a page imports; compiled for `wasm32` only |

pub mod clock;
pub mod convert;
#[cfg(target_arch = "wasm32")]
mod page;
pub mod timer;
pub mod units;
