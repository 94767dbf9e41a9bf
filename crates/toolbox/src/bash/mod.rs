//! Commands, run by what the page has for it: a container in the page, a server, an emulator.

mod command;
mod filter;
#[cfg(not(target_arch = "wasm32"))]
mod memory;
mod output;
mod pattern;
mod seen;
mod shell;
mod tool;
mod words;
mod wrappers;

pub use filter::CommandFilter;
#[cfg(not(target_arch = "wasm32"))]
pub use memory::MemoryShell;
pub use output::BoundedOutput;
pub use shell::{Ended, OutputSink, Shell, ShellFault};
pub use tool::{Bash, BashArguments, BashMetadata, BashOptions};
