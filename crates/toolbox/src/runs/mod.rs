//! Tools that run others, or look at what runs.
//!
//! | file | what it is for |
//! |---|---|
//! | `batch.rs` | `batch`: several calls at once |
//! | `calls.rs` | what it needs of the page: [`Calls`] that makes one |
//! | `memory.rs` | both of them in memory |
//! | `report.rs` | what the model reads of a batch |
//! | `view_background_processes.rs` | `view_background_processes`: what runs |
//! | `watch.rs` | what it needs of the page: [`Watch`] |

mod batch;
mod calls;
mod memory;
mod report;
mod view_background_processes;
mod watch;

pub use batch::{Batch, BatchArguments, BatchLimits, BatchMetadata, BatchProgress, CallArguments};
pub use calls::{CallError, CallOrder, CallReport, Calls};
pub use memory::{MemoryCalls, MemoryWatch};
pub use report::{BatchCall, written};
pub use view_background_processes::{
    ShownProcess, ViewBackgroundProcesses, ViewBackgroundProcessesArguments,
    ViewBackgroundProcessesMetadata,
};
pub use watch::{BackgroundRun, Watch};
