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
    fn is(&self, name: &str) -> bool {
        self.tool.name() == name
    }
}

/// The name is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the name is taken by another tool")]
pub struct DuplicateName;

impl Registry {
    /// Adds a tool, or puts it in the place of the one with its name.
    ///
    /// # Errors
    ///
    /// When the name is taken and `replace` is false; nothing changes then.
    pub fn register(
        &mut self,
        tool: Rc<CheckedTool>,
        replace: bool,
    ) -> Result<ToolId, DuplicateName> {
        let taken = self.entries.iter().position(|entry| entry.is(tool.name()));
        if taken.is_some() && !replace {
            return Err(DuplicateName);
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

    /// The registration that has a name now.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<ToolId> {
        self.entry(name).map(|entry| entry.id)
    }

    /// The tool that has a name now.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&CheckedTool> {
        self.entry(name).map(|entry| &*entry.tool)
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.is(name))
    }

    /// Removes whatever has the name; returns what it was.
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
