//! The core of `ag-ui-lit`: what a browser needs to run the tools that an AI agent asks for.
//!
//! Everything outside [the driver](crate#the-driver) is plain Rust: it knows no clock, no timer and no JavaScript value.
//! State machines take an input and the time, and return what to do next. That is why `cargo test` covers them
//! natively, without a browser and without a sleep.
//!
//! | module | what it is for |
//! |---|---|
//! | [`tool`] | what a tool is: its definition, the rules a definition must keep, the registry |
//! | [`json`] | reading the argument text that a model wrote: strict, bounded, never a silently different number |
//! | [`policy`] | whether and when a tool runs: cache, circuit breaker, rate limit, concurrency, single flight, retry |
//! | [`execution`] | one call's life, from waiting to its end, and the ledger of all of them |
//! | [`error`] | [`ToolError`](error::ToolError): the categories, and how a thrown value gets one |
//!
//! # The driver
//!
//! `src/wasm/` is compiled for `wasm32` only, and is the one folder that names `wasm_bindgen`. With the feature `driver` it exposes
//! the modules above as `Raw…` classes; the TypeScript in `pkg-template/src` owns promises, handlers and events. With the feature
//! `tools` it makes definitions of tools that are written in Rust.
//!
//! What only some pages need stands in crates of its own, each a WebAssembly module: JSON Schema, models, conversations, the toolbox.

pub mod error;
pub mod execution;
pub mod json;
pub mod policy;
pub mod tool;

#[cfg(all(
    any(feature = "driver", feature = "panic", feature = "tools"),
    target_arch = "wasm32"
))]
pub mod wasm;
