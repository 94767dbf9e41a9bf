//! The life of one call, from waiting to its end.
//!
//! [`Lifecycle`] is the state machine of a single execution: it takes an [`Input`] and the time, and returns a [`Directive`]
//! with the driver's next step. [`Manager`] keeps all executions of one manager, and asks the [policies](crate::policy)
//! which input an execution gets. [`StreamedArguments`] are read before there is an execution.

mod history;
mod identity;
mod lifecycle;
mod manager;
mod options;
mod record;
mod streamed;

pub use history::ExecutionKey;
pub use lifecycle::{Directive, Input, Lifecycle};
pub use manager::{Failure, Manager, Reading};
pub use options::{MAX_HISTORY, MAX_RESULT_LENGTH, ManagerOptions};
pub use record::{ExecutionRecord, RetryRecord, Timing, ToolExecutionStatus};
pub use streamed::StreamedArguments;
