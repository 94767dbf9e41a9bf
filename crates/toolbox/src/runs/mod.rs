//! Tools that call others, or list what is running.
//!
//! | file | contents |
//! |---|---|
//! | `batch.rs` | `batch`: several calls at once |
//! | `calls.rs` | its interface to the page: [`Calls`] make one |
//! | `memory.rs` | both interfaces in memory |
//! | `report.rs` | the text of a batch for the model |
//! | `view_background_processes.rs` | `view_background_processes`: a list of running executions and background runs |
//! | `watch.rs` | its interface to the page: [`Watch`] |

mod batch;
mod calls;
mod memory;
mod report;
mod view_background_processes;
mod watch;

pub use batch::{Batch, BatchArguments, BatchLimits, BatchMetadata, BatchProgress, CallArguments};
pub use calls::{CallError, CallReport, CallRequest, Calls};
pub use memory::{MemoryCalls, MemoryWatch};
pub use report::{BatchCall, written};
pub use view_background_processes::{
    ShownProcess, ViewBackgroundProcesses, ViewBackgroundProcessesArguments,
    ViewBackgroundProcessesMetadata,
};
pub use watch::{BackgroundRun, Watch};
