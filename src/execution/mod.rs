//! One call's life, from waiting to its end.
//!
//! [`Lifecycle`] is the state machine: it takes an [`Input`] and the time, and returns the [`Directive`] that says
//! what the driver does next. [`Ledger`] keeps all executions of one manager.

mod ledger;
mod lifecycle;
mod record;

pub use ledger::{ExecutionKey, Ledger, Order, Reading};
pub use lifecycle::{Directive, Input, Lifecycle};
pub use record::{ExecutionRecord, RetryRecord, Timing, ToolExecutionStatus};
