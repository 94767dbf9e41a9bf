//! The one folder that names `wasm_bindgen`.
//!
//! | folder | contents |
//! |---|---|
//! | `driver` | the exports for the TypeScript half: `Raw…` classes over the core (feature `driver`) |
//! | [`panic`] | the message of a panic, for every module of the package (feature `panic`) |
//! | [`tools`] | definitions of tools written in Rust, for modules of tools (feature `tools`) |

#[cfg(feature = "driver")]
mod driver;
#[cfg(feature = "panic")]
pub mod panic;
#[cfg(feature = "tools")]
pub mod tools;

#[cfg(feature = "driver")]
pub use driver::*;
