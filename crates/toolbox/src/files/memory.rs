use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::rc::Rc;

use super::path::FilePath;
use super::store::{Entry, Files, FilesError, Listing, Node, Pending, Snapshot, Source, Stamp};

/// Files in memory, for tests and native programs. Its clock advances by one millisecond with every write.
///
/// # Examples
///
/// ```
/// use ag_ui_lit_toolbox::files::MemoryFiles;
///
/// let files = MemoryFiles::default();
/// files.put("notes/today.txt", "milk\n");
/// assert_eq!(files.get("notes/today.txt").unwrap(), b"milk\n");
/// ```
#[derive(Default)]
pub struct MemoryFiles {
    files: RefCell<BTreeMap<String, InMemory>>,
    clock: Cell<u32>,
    /// The error of the next write.
    refusal: RefCell<Option<FilesError>>,
    /// The held locks.
    locks: Rc<RefCell<BTreeSet<String>>>,
    /// The number of bytes that were read.
    bytes_read: Rc<Cell<u64>>,
}

#[derive(Clone)]
struct InMemory {
    content: Rc<[u8]>,
    stamp: Stamp,
    bytes_read: Rc<Cell<u64>>,
}

impl MemoryFiles {
    /// Writes a file, as another program would.
    pub fn put(&self, path: &str, content: impl AsRef<[u8]>) {
        let content: Rc<[u8]> = content.as_ref().into();
        let stamp = Stamp {
            size: content.len() as u64,
            last_modified: self.tick(),
        };
        let bytes_read = Rc::clone(&self.bytes_read);
        self.files.borrow_mut().insert(
            path.to_owned(),
            InMemory {
                content,
                stamp,
                bytes_read,
            },
        );
    }

    /// The content of a file.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<Vec<u8>> {
        self.files
            .borrow()
            .get(path)
            .map(|held| held.content.to_vec())
    }

    /// The paths of all files, sorted.
    #[must_use]
    pub fn paths(&self) -> Vec<String> {
        self.files.borrow().keys().cloned().collect()
    }

    /// Makes the next write fail with an error.
    pub fn refuse(&self, error: FilesError) {
        *self.refusal.borrow_mut() = Some(error);
    }

    /// The number of held locks.
    #[must_use]
    pub fn locks_held(&self) -> usize {
        self.locks.borrow().len()
    }

    /// The number of bytes that were read so far.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        self.bytes_read.get()
    }

    fn tick(&self) -> f64 {
        self.clock.set(self.clock.get() + 1);
        f64::from(self.clock.get())
    }

    fn held(&self, path: &FilePath) -> Result<InMemory, FilesError> {
        let files = self.files.borrow();
        if let Some(held) = files.get(&path.to_string()) {
            return Ok(held.clone());
        }
        let inside = format!("{path}/");
        if path.is_root() || files.keys().any(|known| known.starts_with(&inside)) {
            return Err(FilesError::IsFolder);
        }
        Err(FilesError::NotFound)
    }

    fn entries(&self, folder: &FilePath, at_most: usize) -> Result<Listing, FilesError> {
        let files = self.files.borrow();
        if files.contains_key(&folder.to_string()) {
            return Err(FilesError::NotFolder(folder.to_string()));
        }
        let inside = if folder.is_root() {
            String::new()
        } else {
            format!("{folder}/")
        };
        let mut entries = BTreeMap::new();
        for (path, held) in files.iter() {
            let Some(rest) = path.strip_prefix(&inside) else {
                continue;
            };
            match rest.split_once('/') {
                Some((name, _)) => entries.insert(name.to_owned(), Node::Folder),
                None => entries.insert(rest.to_owned(), Node::File(Rc::new(held.clone()))),
            };
        }
        if entries.is_empty() && !folder.is_root() {
            return Err(FilesError::NotFound);
        }
        let is_cut = entries.len() > at_most;
        let entries = entries
            .into_iter()
            .take(at_most)
            .map(|(name, node)| Entry { name, node })
            .collect();
        Ok(Listing { entries, is_cut })
    }

    fn write(
        &self,
        path: &FilePath,
        content: &[u8],
        before: Option<Stamp>,
    ) -> Result<Stamp, FilesError> {
        if let Some(refusal) = self.refusal.borrow_mut().take() {
            return Err(refusal);
        }
        let now = match self.held(path) {
            Ok(held) => Some(held.stamp),
            Err(FilesError::NotFound) => None,
            Err(error) => return Err(error),
        };
        if now != before {
            return Err(FilesError::Changed);
        }
        self.put(&path.to_string(), content);
        Ok(self.held(path)?.stamp)
    }
}

impl Files for MemoryFiles {
    fn key<'a>(&'a self, path: &'a FilePath) -> Pending<'a, String> {
        Box::pin(ready(Ok(path.to_string())))
    }

    fn open<'a>(&'a self, path: &'a FilePath) -> Pending<'a, Rc<dyn Snapshot>> {
        let held = self.held(path);
        Box::pin(ready(held.map(|held| Rc::new(held) as Rc<dyn Snapshot>)))
    }

    fn list<'a>(&'a self, folder: &'a FilePath, at_most: usize) -> Pending<'a, Listing> {
        Box::pin(ready(self.entries(folder, at_most)))
    }

    fn replace<'a>(
        &'a self,
        path: &'a FilePath,
        content: &'a [u8],
        before: Option<Stamp>,
    ) -> Pending<'a, Stamp> {
        Box::pin(async move { self.write(path, content, before) })
    }

    fn lock<'a>(&'a self, key: &'a str) -> Pending<'a, Box<dyn Any>> {
        Box::pin(async move {
            if !self.locks.borrow_mut().insert(key.to_owned()) {
                return Err(FilesError::Busy);
            }
            let lock = Lock(key.to_owned(), Rc::clone(&self.locks));
            Ok(Box::new(lock) as Box<dyn Any>)
        })
    }

    fn pause(&self) -> Pending<'_, ()> {
        Box::pin(ready(Ok(())))
    }

    fn now(&self) -> f64 {
        self.tick()
    }
}

impl Snapshot for InMemory {
    fn stamp(&self) -> Stamp {
        self.stamp
    }

    fn read(&self, from: u64, length: u64) -> Pending<'_, Vec<u8>> {
        let at = |position: u64| usize::try_from(position).unwrap_or(usize::MAX);
        let bytes: Vec<u8> = self
            .content
            .iter()
            .skip(at(from))
            .take(at(length))
            .copied()
            .collect();
        self.bytes_read
            .set(self.bytes_read.get() + bytes.len() as u64);
        Box::pin(ready(Ok(bytes)))
    }
}

impl Source for InMemory {
    fn open(&self) -> Pending<'_, Rc<dyn Snapshot>> {
        Box::pin(ready(Ok(Rc::new(self.clone()) as Rc<dyn Snapshot>)))
    }
}

struct Lock(String, Rc<RefCell<BTreeSet<String>>>);

impl Drop for Lock {
    fn drop(&mut self) {
        self.1.borrow_mut().remove(&self.0);
    }
}
