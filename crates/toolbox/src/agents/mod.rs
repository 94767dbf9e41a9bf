//! Thinking, and work that is delegated to other models.
//!
//! | file | contents |
//! |---|---|
//! | `thinking.rs` | `thinking` |
//! | `subagent.rs` | `subagent`: a task for another agent |
//! | `delegation.rs` | its interface to the page: [`Agents`] run a task, and report their steps and the end |
//! | `progress.rs` | the progress for the page |
//! | `image_recognition.rs` | `image_recognition`: a question about an image |
//! | `memory.rs` | both interfaces in memory |
//! | `images.rs` | its interface to the page: [`Images`] read and recognize |

mod delegation;
mod image_recognition;
mod images;
mod memory;
mod progress;
mod subagent;
mod thinking;

pub use delegation::{AgentOffer, Agents, MadeCall, Outcome, Report, Step, TaskRequest};
pub use image_recognition::{
    ImageRecognition, ImageRecognitionArguments, ImageRecognitionMetadata,
};
pub use images::{Image, ImageFrom, ImageLimits, ImageSource, Images, MediaType};
pub use memory::{MemoryAgents, MemoryImages};
pub use progress::{CallProgress, CallState, ProgressLog, SubagentProgress};
pub use subagent::{Subagent, SubagentArguments, SubagentMetadata};
pub use thinking::Thinking;
