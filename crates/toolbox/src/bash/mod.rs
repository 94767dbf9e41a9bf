//! Commands, run by a shell that the page provides: a container in the page, a server, an emulator.

mod command;
mod filter;
mod lexer;
mod line;
#[cfg(not(target_arch = "wasm32"))]
mod memory;
mod obscure;
mod output;
mod parser;
mod pattern;
mod quotes;
mod shell;
mod special;
mod tool;
mod wrappers;

pub use filter::CommandFilter;
pub use line::{CommandLine, Operator, PlainCommand, Redirect};
#[cfg(not(target_arch = "wasm32"))]
pub use memory::MemoryShell;
pub use output::BoundedOutput;
pub use shell::{Ended, OutputSink, Shell, ShellFault};
pub use tool::{Bash, BashArguments, BashMetadata, BashOptions};
