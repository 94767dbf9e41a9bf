use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::call::{Call, CallState};
use super::conversation::{Conversation, ConversationSettings, Given};
use super::messages;

/// The version of a snapshot.
const VERSION: u32 = 1;

/// The reason why a text is refused as a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SnapshotError {
    /// The text can't be read.
    #[error("the snapshot can't be read: {0}")]
    Unreadable(String),
    /// The text is of another version.
    #[error("the snapshot is of version {0}, and this one reads {VERSION}")]
    Version(u32),
    /// The text belongs to another conversation.
    #[error("the snapshot is another conversation's")]
    Foreign,
    /// A call occurs twice.
    #[error("the snapshot has a call twice")]
    Twice,
}

#[derive(Serialize, Deserialize)]
struct Written {
    version: u32,
    conversation: String,
    turn: u32,
    calls: Vec<Call>,
    kept: Vec<Given>,
}

impl Conversation {
    /// The state of the conversation as JSON, for [`restore`](Self::restore).
    ///
    /// # Errors
    ///
    /// Only on a fault of the serializer.
    pub fn snapshot(&self) -> Result<String, serde_json::Error> {
        let given = self.state.iter().flat_map(|state| &state.given);
        let unseen = given.filter(|given| {
            let mut calls = given.calls.iter().filter_map(|id| self.call(id));
            calls.any(Call::has_begun)
        });
        serde_json::to_string(&Written {
            version: VERSION,
            conversation: self.id.clone(),
            turn: self.turn,
            calls: self.calls.to_vec(),
            kept: self.kept.iter().chain(unseen).cloned().collect(),
        })
    }

    /// Restores a conversation from a snapshot. Calls that ran at that time were interrupted; one of an idempotent tool may
    /// be started again, see [`Conversation::restart`].
    ///
    /// # Errors
    ///
    /// If the text is not a snapshot of this conversation.
    pub fn restore(
        id: &str,
        settings: ConversationSettings,
        text: &str,
    ) -> Result<Self, SnapshotError> {
        let written: Written = serde_json::from_str(text)
            .map_err(|error| SnapshotError::Unreadable(error.to_string()))?;
        if written.version != VERSION {
            return Err(SnapshotError::Version(written.version));
        }
        if written.conversation != id {
            return Err(SnapshotError::Foreign);
        }
        let mut ids = HashSet::new();
        if !written.calls.iter().all(|call| ids.insert(call.id.clone())) {
            return Err(SnapshotError::Twice);
        }
        let mut conversation = Self::new(id, settings);
        conversation.calls.set(written.calls);
        conversation.kept = written.kept;
        // A number from outside may be too large to have a successor.
        conversation.turn = written.turn.min(u32::MAX / 2);
        for call in conversation.calls.iter_mut() {
            match call.state {
                CallState::Asked => call.give_up(messages::ENDED),
                CallState::Running => call.interrupt(),
                _ => {}
            }
        }
        conversation.forget_old();
        Ok(conversation)
    }
}
