//! The one folder that names `wasm_bindgen`.
//!
//! | folder | what it is for |
//! |---|---|
//! | `driver` | what the TypeScript half calls: `Raw…` classes over the core (feature `driver`) |
//! | [`panic`] | what stopped a module, for every module of the package (feature `panic`) |
//! | [`tools`] | definitions of tools written in Rust, for modules of tools (feature `tools`) |

#[cfg(feature = "driver")]
mod driver;
#[cfg(feature = "panic")]
pub mod panic;
#[cfg(feature = "tools")]
pub mod tools;

#[cfg(feature = "driver")]
pub use driver::*;
