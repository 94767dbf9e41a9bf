//! The API formats of models, for `ag-ui-lit`: what is sent to them and what they answer. A separate WebAssembly module,
//! which a page loads when it needs it.
//!
//! | module | contents |
//! |---|---|
//! | [`provider`] | tools, calls and results in the format of a model's API, with the conversion losses |
//! | [`text`] | tool calls that a model writes as markers into its text |
//! | `wasm` | the exports for the page's half; compiled for `wasm32` only |

pub mod provider;
pub mod text;
#[cfg(target_arch = "wasm32")]
mod wasm;
