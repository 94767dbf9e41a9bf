//! The agent's to-do list.

mod item;
mod list;
#[cfg(not(target_arch = "wasm32"))]
mod memory;
mod notebook;
mod read;
mod storage;
mod write;

pub use item::{TodoItem, TodoPriority, TodoStatus};
pub use list::{TodoList, check};
#[cfg(not(target_arch = "wasm32"))]
pub use memory::MemoryTodos;
pub use notebook::Notebook;
pub use read::{TodoRead, TodoReadArguments, TodoReadMetadata};
pub use storage::{StorageFault, TodoStorage, Written};
pub use write::{TodoWrite, TodoWriteArguments, TodoWriteMetadata};
