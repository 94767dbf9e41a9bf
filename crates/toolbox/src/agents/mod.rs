//! Thinking, and work that is given to others.
//!
//! | file | what it is for |
//! |---|---|
//! | `thinking.rs` | `thinking` |
//! | `subagent.rs` | `subagent`: a task for another agent |
//! | `delegation.rs` | what it needs of the page: [`Agents`] that run a task, and report how it goes and ends |
//! | `progress.rs` | what a page is shown meanwhile |
//! | `image_recognition.rs` | `image_recognition`: a question about an image |
//! | `memory.rs` | both of them in memory |
//! | `images.rs` | what it needs of the page: [`Images`] that reads and looks |

mod delegation;
mod image_recognition;
mod images;
mod memory;
mod progress;
mod subagent;
mod thinking;

pub use delegation::{AgentOffer, Agents, MadeCall, Order, Outcome, Report, Step};
pub use image_recognition::{
    ImageRecognition, ImageRecognitionArguments, ImageRecognitionMetadata,
};
pub use images::{Image, ImageFrom, ImageLimits, ImageSource, Images, MediaType};
pub use memory::{MemoryAgents, MemoryImages};
pub use progress::{CallProgress, CallState, ProgressLog, SubagentProgress};
pub use subagent::{Subagent, SubagentArguments, SubagentMetadata};
pub use thinking::Thinking;
