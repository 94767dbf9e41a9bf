use std::collections::BTreeSet;
use std::fmt::Write as _;

use ag_ui_lit::error::{ToolErrorCategory, ValidationIssue};
use ag_ui_lit::tool::ToolFailure;
use serde::{Deserialize, Serialize};

use super::item::{TodoItem, TodoStatus};

/// The maximum number of items.
const MAX_ITEMS: usize = 200;
/// The maximum length of an item, in characters.
const MAX_CONTENT: usize = 1_000;
/// The maximum length of an id, in characters.
const MAX_ID: usize = 64;
/// The maximum length of a stored list in bytes, more than any list from here has.
const MAX_STORED: usize = 4 * 1024 * 1024;

/// A stored list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TodoList {
    /// Increases with each change, so that no version is overwritten unseen.
    pub version: u32,
    /// The items, in order.
    pub items: Vec<TodoItem>,
}

impl TodoList {
    /// Reads a stored list.
    ///
    /// # Errors
    ///
    /// The reason for which it is not a list.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() > MAX_STORED {
            return Err(format!("it has {} bytes", text.len()));
        }
        let list: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match faults(&list.items).first() {
            Some(fault) => Err(fault.message.clone()),
            None => Ok(list),
        }
    }

    /// The list as stored.
    #[must_use]
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The list as text for the model.
    #[must_use]
    pub fn to_text(&self) -> String {
        if self.items.is_empty() {
            return "The list is empty.".to_owned();
        }
        let of = |status| {
            let has = |item: &&TodoItem| item.status == status;
            self.items.iter().filter(has).count()
        };
        let mut text = format!(
            "{} items: {} pending, {} in progress, {} completed, {} cancelled\n",
            self.items.len(),
            of(TodoStatus::Pending),
            of(TodoStatus::InProgress),
            of(TodoStatus::Completed),
            of(TodoStatus::Cancelled),
        );
        for item in &self.items {
            let _ = write!(
                text,
                "\n{} {}: {}{}",
                item.status.mark(),
                item.id,
                item.content,
                item.priority.word()
            );
        }
        text
    }
}

/// Checks the rules of a list: items with unique ids, of one line each, at most one in progress.
///
/// # Errors
///
/// All faults.
pub fn check(items: &[TodoItem]) -> Result<(), ToolFailure> {
    let issues = faults(items);
    if issues.is_empty() {
        return Ok(());
    }
    let messages: Vec<&str> = issues.iter().map(|issue| issue.message.as_str()).collect();
    let mut failure = ToolFailure::new(messages.join(" ")).category(ToolErrorCategory::Validation);
    failure.issues = issues;
    Err(failure)
}

fn faults(items: &[TodoItem]) -> Vec<ValidationIssue> {
    if items.len() > MAX_ITEMS {
        return vec![fault(
            vec![],
            format!(
                "A list has {MAX_ITEMS} items at most, this one has {}: leave out completed ones.",
                items.len()
            ),
        )];
    }
    let mut faults = Vec::new();
    let mut ids = BTreeSet::new();
    for (index, item) in items.iter().enumerate() {
        let mut add = |field: &str, message: String| {
            let path = vec![index.to_string(), field.to_owned()];
            faults.push(fault(path, format!("Item {}: {message}", index + 1)));
        };
        if !is_line(&item.id, MAX_ID) {
            add(
                "id",
                format!("its id must be one line of 1 to {MAX_ID} characters."),
            );
        } else if !ids.insert(&item.id) {
            add(
                "id",
                format!("the id {:?} occurs twice in the list.", item.id),
            );
        }
        if !is_line(&item.content, MAX_CONTENT) {
            add(
                "content",
                format!("its content must be one line of 1 to {MAX_CONTENT} characters."),
            );
        }
    }
    let under_way: Vec<&str> = items
        .iter()
        .filter(|item| item.status == TodoStatus::InProgress)
        .map(|item| item.id.as_str())
        .collect();
    if under_way.len() > 1 {
        faults.push(fault(
            vec![],
            format!(
                "At most one item may be in_progress, the one being done now; here {} are. Leave the others pending.",
                under_way.join(", ")
            ),
        ));
    }
    faults
}

fn is_line(text: &str, max: usize) -> bool {
    !text.trim().is_empty() && text.chars().count() <= max && !text.chars().any(char::is_control)
}

fn fault(path: Vec<String>, message: String) -> ValidationIssue {
    let mut full = vec!["todos".to_owned()];
    full.extend(path);
    ValidationIssue::new(ValidationIssue::INVALID, full, message)
}
