use std::cell::RefCell;
use std::collections::HashMap;

/// The state of a file when it was read or written. If any field differs, the file was changed by something else.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FileVersion {
    /// Milliseconds since 1970.
    pub last_modified: f64,
    /// Bytes.
    pub size: f64,
    /// A hash of the content: times are coarse, and a change may preserve the size.
    pub hash: u64,
}

/// The files that were read, with their versions, so that no tool overwrites content that it has not seen. Keys are paths
/// from the root.
#[derive(Debug, Default)]
pub struct FileAccessTracker(RefCell<HashMap<String, FileVersion>>);

impl FileAccessTracker {
    /// Records that a file was read or written.
    pub fn record(&self, path: &str, version: FileVersion) {
        self.0.borrow_mut().insert(path.to_owned(), version);
    }

    /// Records that a file was deleted.
    pub fn forget(&self, path: &str) {
        self.0.borrow_mut().remove(path);
    }

    /// The last seen version of a file; `None` if it was never seen.
    pub fn last_seen(&self, path: &str) -> Option<FileVersion> {
        self.0.borrow().get(path).copied()
    }

    /// The files that were seen, sorted.
    pub fn paths(&self) -> Vec<String> {
        let mut paths: Vec<_> = self.0.borrow().keys().cloned().collect();
        paths.sort();
        paths
    }
}
