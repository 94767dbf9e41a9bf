use std::future::Future;

/// Where a list is kept, as text.
pub trait TodoStorage: 'static {
    /// What is stored; `None` when nothing is.
    fn read(&self) -> impl Future<Output = Result<Option<String>, StorageFault>>;

    /// Stores `text` if what is stored is still `expected`, in one step.
    fn write(
        &self,
        expected: Option<&str>,
        text: &str,
    ) -> impl Future<Output = Result<Written, StorageFault>>;

    /// Puts what is stored, and can't be read, under another key, and says which.
    fn set_aside(&self, text: &str) -> impl Future<Output = Result<String, StorageFault>>;
}

/// What came of a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// It is stored.
    Stored,
    /// Something else was there by then, and is still.
    Changed,
}

/// A storage that did not do it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorageFault {
    /// What it said.
    pub message: String,
    /// Whether there is no room.
    pub is_full: bool,
}
