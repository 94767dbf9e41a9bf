//! The core of `ag-ui-lit`: the runtime for tools that an AI agent calls in a browser.
//!
//! Everything outside [the driver](crate#the-driver) is plain Rust, without a clock, a timer or a JavaScript value. State
//! machines take an input and the time, and return the next step. So `cargo test` covers them natively, without a browser
//! and without a sleep.
//!
//! | module | contents |
//! |---|---|
//! | [`tool`] | tool definitions and their rules, the registry, statistics; with the feature `tools`, tools written in Rust |
//! | [`json`] | reading the argument text that a model wrote: strict, bounded, never a silently different number |
//! | [`policy`] | the policies that decide if and when a tool runs: cache, circuit breaker, rate limit, concurrency, single flight, retry |
//! | [`execution`] | the life of one call, from waiting to its end, and the manager of all calls |
//! | [`error`] | [`ToolError`](error::ToolError), its categories, and the categorization of thrown values |
//!
//! # The driver
//!
//! `src/wasm/` is compiled for `wasm32` only, and is the only folder that names `wasm_bindgen`. With the feature `driver` it
//! exports the modules above as `Raw…` classes; the TypeScript in `pkg-template/src` owns promises, handlers and events.
//! With the feature `tools` it makes definitions of tools that are written in Rust.
//!
//! Parts that only some pages need are separate crates, each a WebAssembly module: JSON Schema, models, conversations, the
//! toolbox.

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
