use std::cell::RefCell;
use std::collections::HashMap;

/// What a file was like when it was read or written: where one of them differs, it was changed by somebody else.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FileVersion {
    /// Milliseconds since 1970.
    pub last_modified: f64,
    /// Bytes.
    pub size: f64,
    /// A hash of the content: times are coarse, and a change may keep the size.
    pub hash: u64,
}

/// Which files were read, and what they were like, so that no tool overwrites what it has not seen. By the path from the root.
#[derive(Debug, Default)]
pub struct FileAccessTracker(RefCell<HashMap<String, FileVersion>>);

impl FileAccessTracker {
    /// A file was read or written.
    pub fn record(&self, path: &str, version: FileVersion) {
        self.0.borrow_mut().insert(path.to_owned(), version);
    }

    /// A file is gone.
    pub fn forget(&self, path: &str) {
        self.0.borrow_mut().remove(path);
    }

    /// What a file was like when it was last seen; nothing when it never was.
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
