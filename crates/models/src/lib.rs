//! Requests of `ag-ui-lit` to models, and their answers. A WebAssembly module of its own, loaded by a page that needs it.
//!
//! | module | what it is for |
//! |---|---|
//! | [`provider`] | tools for the APIs of models and their calls back, with the conversion losses |
//! | [`text`] | the calls that a model writes as markers into its text |
//! | `wasm` | what the page's half calls; compiled for `wasm32` only |

pub mod provider;
pub mod text;
#[cfg(target_arch = "wasm32")]
mod wasm;
