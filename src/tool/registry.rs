use std::rc::Rc;

use thiserror::Error;

use super::definition::CheckedTool;

/// Names one registration. Never 0 and never reused, so a registration that was replaced can't remove its successor.
pub type ToolId = u32;

/// The tools an agent may call, in the order of their registration. There are dozens of them, so a name is looked for from
/// the beginning.
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
    /// Returns true if this is its name or its id.
    fn is(&self, called: &str) -> bool {
        self.tool.name() == called || self.tool.given_id() == Some(called)
    }

    /// Whether a word would stand for either of both.
    fn is_confused_with(&self, tool: &CheckedTool) -> bool {
        self.is(tool.name()) || tool.given_id().is_some_and(|id| self.is(id))
    }
}

/// The name or the id is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the name or the id is taken by another tool")]
pub struct Taken;

impl Registry {
    /// Adds a tool, or puts it in the place of the one with its name.
    ///
    /// # Errors
    ///
    /// When the name is taken and `replace` is false, or another tool has its name or its id; nothing changes then.
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
            // A replacement takes its predecessor's position.
            Some(position) => self.entries[position] = entry,
            None => self.entries.push(entry),
        }
        Ok(id)
    }

    /// The registration that has a name or an id now.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<ToolId> {
        self.entry(name).map(|entry| entry.id)
    }

    /// The tool that has a name or an id now.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&CheckedTool> {
        self.entry(name).map(|entry| &*entry.tool)
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.is(name))
    }

    /// Removes whatever has the name or the id; returns what it was.
    pub fn unregister(&mut self, name: &str) -> Option<ToolId> {
        let position = self.entries.iter().position(|entry| entry.is(name))?;
        Some(self.entries.remove(position).id)
    }

    /// Removes everything; says how many that were.
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
