use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An item of a to-do list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TodoItem {
    /// A short id, unique in the list, such as "1". It stays the same when the list changes.
    pub id: String,
    /// The task, in a sentence.
    pub content: String,
    /// The progress of the item.
    pub status: TodoStatus,
    /// The priority. "medium" by default.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub priority: TodoPriority,
}

/// The progress of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum TodoStatus {
    /// Not started.
    Pending,
    /// Being done now.
    InProgress,
    /// Done.
    Completed,
    /// Not to be done anymore.
    Cancelled,
}

/// The priority of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum TodoPriority {
    /// Before others.
    High,
    /// The default.
    #[default]
    Medium,
    /// After others.
    Low,
}

impl TodoStatus {
    pub(super) fn mark(self) -> &'static str {
        match self {
            Self::Pending => "[ ]",
            Self::InProgress => "[>]",
            Self::Completed => "[x]",
            Self::Cancelled => "[-]",
        }
    }
}

impl TodoPriority {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::High => " (high)",
            Self::Medium => "",
            Self::Low => " (low)",
        }
    }
}
