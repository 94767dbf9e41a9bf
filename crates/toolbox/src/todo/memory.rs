use std::cell::RefCell;

use super::storage::{StorageFault, TodoStorage, Written};

/// A storage in memory.
#[derive(Debug, Default)]
pub struct MemoryTodos {
    /// The stored text.
    pub stored: RefCell<Option<String>>,
    /// The texts that were set aside.
    pub aside: RefCell<Vec<String>>,
    /// The failure of every operation, if there is one.
    pub fault: RefCell<Option<StorageFault>>,
    /// A text that another program stores between a read and the next write.
    pub meanwhile: RefCell<Option<String>>,
}

impl MemoryTodos {
    fn works(&self) -> Result<(), StorageFault> {
        self.fault.borrow().clone().map_or(Ok(()), Err)
    }
}

impl TodoStorage for std::rc::Rc<MemoryTodos> {
    async fn read(&self) -> Result<Option<String>, StorageFault> {
        self.works()?;
        Ok(self.stored.borrow().clone())
    }

    async fn write(&self, expected: Option<&str>, text: &str) -> Result<Written, StorageFault> {
        self.works()?;
        if let Some(other) = self.meanwhile.take() {
            *self.stored.borrow_mut() = Some(other);
        }
        if self.stored.borrow().as_deref() != expected {
            return Ok(Written::Changed);
        }
        *self.stored.borrow_mut() = Some(text.to_owned());
        Ok(Written::Stored)
    }

    async fn set_aside(&self, text: &str) -> Result<String, StorageFault> {
        self.works()?;
        self.aside.borrow_mut().push(text.to_owned());
        *self.stored.borrow_mut() = None;
        Ok(format!("todo.unreadable-{}", self.aside.borrow().len()))
    }
}
