use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use thiserror::Error;

use super::definition::Tool;

/// Names one registration. Never 0 and never reused, so a registration that was replaced can't remove its successor.
pub type ToolId = u32;

/// The tools an agent may call, in the order of their registration.
#[derive(Default)]
pub struct Registry {
    /// By position. A replacement takes its predecessor's position.
    entries: BTreeMap<u32, Entry>,
    positions: HashMap<String, u32>,
    last_id: ToolId,
    last_position: u32,
}

struct Entry {
    id: ToolId,
    tool: Rc<Tool>,
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
    pub fn register(&mut self, tool: Rc<Tool>, replace: bool) -> Result<ToolId, DuplicateName> {
        let position = match self.positions.get(tool.name()) {
            Some(_) if !replace => return Err(DuplicateName),
            Some(position) => *position,
            None => {
                self.last_position += 1;
                self.positions
                    .insert(tool.name().to_owned(), self.last_position);
                self.last_position
            }
        };
        self.last_id += 1;
        let id = self.last_id;
        self.entries.insert(position, Entry { id, tool });
        Ok(id)
    }

    /// The registration that has a name now.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<ToolId> {
        let position = self.positions.get(name)?;
        self.entries.get(position).map(|entry| entry.id)
    }

    /// The tool that has a name now.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Tool> {
        let position = self.positions.get(name)?;
        self.entries.get(position).map(|entry| &*entry.tool)
    }

    /// Removes whatever has the name; returns what it was.
    pub fn unregister(&mut self, name: &str) -> Option<ToolId> {
        let position = self.positions.remove(name)?;
        self.entries.remove(&position).map(|entry| entry.id)
    }

    /// Removes everything; says how many that were.
    pub fn clear(&mut self) -> usize {
        let count = self.entries.len();
        self.entries.clear();
        self.positions.clear();
        count
    }

    /// All registrations, in order.
    pub fn iter(&self) -> impl Iterator<Item = (ToolId, &Tool)> {
        self.entries.values().map(|entry| (entry.id, &*entry.tool))
    }
}
