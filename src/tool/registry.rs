use std::rc::Rc;

use thiserror::Error;

use super::definition::CheckedTool;

/// The number of one registration. Never 0 and never reused, so a replaced registration can't remove its successor.
pub type ToolId = u32;

/// The tools that an agent may call, in the order of their registration. Dozens at most, so a name is found by a linear
/// search.
#[derive(Default)]
pub struct Registry {
    entries: Vec<Entry>,
    last_id: ToolId,
}

struct Entry {
    id: ToolId,
    tool: Rc<CheckedTool>,
}

impl Entry {
    /// Returns true if the text is the tool's name or its id.
    fn is(&self, called: &str) -> bool {
        self.tool.name() == called || self.tool.given_id() == Some(called)
    }

    /// Returns true if the two tools share a name or an id.
    fn is_confused_with(&self, tool: &CheckedTool) -> bool {
        self.is(tool.name()) || tool.given_id().is_some_and(|id| self.is(id))
    }
}

/// The error for a name or an id that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the name or the id is taken by another tool")]
pub struct Taken;

impl Registry {
    /// Adds a tool, or replaces the tool with its name.
    ///
    /// # Errors
    ///
    /// If the name is taken and `replace` is false, or another tool has the name or the id. Then nothing changes.
    pub fn register(&mut self, tool: Rc<CheckedTool>, replace: bool) -> Result<ToolId, Taken> {
        let same_name = |entry: &Entry| entry.tool.name() == tool.name();
        let taken = self.entries.iter().position(same_name);
        let is_confused = self
            .entries
            .iter()
            .enumerate()
            .any(|(position, entry)| Some(position) != taken && entry.is_confused_with(&tool));
        if is_confused || (taken.is_some() && !replace) {
            return Err(Taken);
        }
        self.last_id += 1;
        let id = self.last_id;
        let entry = Entry { id, tool };
        match taken {
            // A replacement keeps the position.
            Some(position) => self.entries[position] = entry,
            None => self.entries.push(entry),
        }
        Ok(id)
    }

    /// The current registration of a name or an id.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<ToolId> {
        self.entry(name).map(|entry| entry.id)
    }

    /// The current tool with a name or an id.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&CheckedTool> {
        self.entry(name).map(|entry| &*entry.tool)
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.is(name))
    }

    /// Removes the tool with a name or an id, and returns its registration.
    pub fn unregister(&mut self, name: &str) -> Option<ToolId> {
        let position = self.entries.iter().position(|entry| entry.is(name))?;
        Some(self.entries.remove(position).id)
    }

    /// Removes all tools, and returns their number.
    pub fn clear(&mut self) -> usize {
        let count = self.entries.len();
        self.entries.clear();
        count
    }

    /// All registrations, in order.
    pub fn iter(&self) -> impl Iterator<Item = (ToolId, &CheckedTool)> {
        self.entries.iter().map(|entry| (entry.id, &*entry.tool))
    }
}
