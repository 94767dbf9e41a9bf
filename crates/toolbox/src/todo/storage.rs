use std::future::Future;

/// A storage for a list, as text.
pub trait TodoStorage: 'static {
    /// The stored text; `None` if there is none.
    fn read(&self) -> impl Future<Output = Result<Option<String>, StorageFault>>;

    /// Stores `text` if the stored text is still `expected`, in one step.
    fn write(
        &self,
        expected: Option<&str>,
        text: &str,
    ) -> impl Future<Output = Result<Written, StorageFault>>;

    /// Moves a stored text that can't be read to another key, and returns that key.
    fn set_aside(&self, text: &str) -> impl Future<Output = Result<String, StorageFault>>;
}

/// The outcome of a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// The text is stored.
    Stored,
    /// Another text was stored before, and stays.
    Changed,
}

/// A failure of the storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorageFault {
    /// The message of the storage.
    pub message: String,
    /// Whether there is no space left.
    pub is_full: bool,
}
