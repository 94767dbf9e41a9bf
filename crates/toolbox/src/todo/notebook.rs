use std::cell::Cell;
use std::rc::Rc;

use ag_ui_lit::tool::ToolFailure;

use super::item::TodoItem;
use super::list::TodoList;
use super::storage::{StorageFault, TodoStorage, Written};

/// A list, and the version that the agent has seen.
pub struct Notebook<S> {
    storage: S,
    seen: Cell<Option<u32>>,
}

/// A list that was read.
pub(super) struct Found {
    pub list: TodoList,
    /// The stored text.
    stored: Option<String>,
    /// The text that could not be read, and its new place.
    pub set_aside: Option<String>,
}

/// The outcome of a change.
pub(super) enum Change {
    Made(TodoList),
    /// The list was changed by another program.
    Stale(TodoList),
    /// The stored text could not be read.
    SetAside(String),
}

impl<S: TodoStorage> Notebook<S> {
    /// A notebook over a storage.
    #[must_use]
    pub fn new(storage: S) -> Rc<Self> {
        Rc::new(Self {
            storage,
            seen: Cell::new(None),
        })
    }

    /// Reads the stored list. A text that can't be read is kept under another key, and the list starts empty.
    pub(super) async fn read(&self) -> Result<Found, ToolFailure> {
        let found = self.look().await?;
        self.seen.set(Some(found.list.version));
        Ok(found)
    }

    async fn look(&self) -> Result<Found, ToolFailure> {
        let Some(text) = self.storage.read().await.map_err(|fault| failed(&fault))? else {
            return Ok(Found {
                list: TodoList::default(),
                stored: None,
                set_aside: None,
            });
        };
        let why = match TodoList::read(&text) {
            Ok(list) => {
                return Ok(Found {
                    list,
                    stored: Some(text),
                    set_aside: None,
                });
            }
            Err(why) => why,
        };
        let key = self
            .storage
            .set_aside(&text)
            .await
            .map_err(|fault| failed(&fault))?;
        Ok(Found {
            list: TodoList::default(),
            stored: None,
            set_aside: Some(format!(
                "The stored text is not a to-do list ({why}). Nothing is lost: it is kept under the key {key:?}. The list is empty now."
            )),
        })
    }

    /// Replaces the list by these items, unless it has changed since it was last seen here.
    pub(super) async fn replace(&self, items: Vec<TodoItem>) -> Result<Change, ToolFailure> {
        let found = self.look().await?;
        if let Some(message) = found.set_aside {
            self.seen.set(Some(0));
            return Ok(Change::SetAside(message));
        }
        let is_known = match self.seen.get() {
            Some(version) => version == found.list.version,
            None => found.list.items.is_empty(),
        };
        if !is_known {
            self.seen.set(Some(found.list.version));
            return Ok(Change::Stale(found.list));
        }
        let version = found.list.version.wrapping_add(1);
        let list = TodoList { version, items };
        let written = self
            .storage
            .write(found.stored.as_deref(), &list.written())
            .await
            .map_err(|fault| failed(&fault))?;
        if written == Written::Changed {
            let now = self.look().await?;
            self.seen.set(Some(now.list.version));
            return Ok(Change::Stale(now.list));
        }
        self.seen.set(Some(version));
        Ok(Change::Made(list))
    }
}

fn failed(fault: &StorageFault) -> ToolFailure {
    let StorageFault { message, is_full } = fault;
    if *is_full {
        return ToolFailure::permanent(format!(
            "The browser has no room left for the to-do list ({message}). The list is unchanged. A shorter list may fit; \
             otherwise the person has to make room in the browser's storage."
        ))
        .code("quota_exceeded");
    }
    ToolFailure::transient(format!(
        "The to-do list's storage can't be used: {message}. The list is unchanged."
    ))
    .code("storage_failed")
}
