use std::any::Any;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use thiserror::Error;

use super::path::FilePath;

/// A pending result, on the one thread of a page.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, FilesError>> + 'a>>;

/// The files of a folder: the tools' interface to the origin private file system, or to a folder that a person picked.
pub trait Files {
    /// The key of a file for the tracker and for locks: the same for every tool, root and tab that can reach it.
    fn key<'a>(&'a self, path: &'a FilePath) -> Pending<'a, String>;

    /// The present version of a file.
    fn open<'a>(&'a self, path: &'a FilePath) -> Pending<'a, Rc<dyn Snapshot>>;

    /// The entries of a folder, in any order, up to a maximum.
    fn list<'a>(&'a self, folder: &'a FilePath, at_most: usize) -> Pending<'a, Listing>;

    /// Replaces a file atomically, with the folders that lead to it. `before` is the required version at the time of the
    /// replacement; `None` requires that there is no such file. A dropped future leaves everything unchanged.
    fn replace<'a>(
        &'a self,
        path: &'a FilePath,
        content: &'a [u8],
        before: Option<Stamp>,
    ) -> Pending<'a, Stamp>;

    /// Prevents every other tool and tab from writing a file, until the result is dropped.
    fn lock<'a>(&'a self, key: &'a str) -> Pending<'a, Box<dyn Any>>;

    /// Lets the page do other work.
    fn pause(&self) -> Pending<'_, ()>;

    /// Milliseconds since any fixed moment.
    fn now(&self) -> f64;

    /// Returns true if a person would confuse two names.
    fn looks_alike(&self, one: &str, other: &str) -> bool {
        one.to_lowercase() == other.to_lowercase()
    }
}

/// One version of a file. Reading fails once the file has changed.
pub trait Snapshot {
    /// The size, and the time of the last change.
    fn stamp(&self) -> Stamp;

    /// Some of its bytes; fewer at its end.
    fn read(&self, from: u64, length: u64) -> Pending<'_, Vec<u8>>;
}

/// The facts about a file that need no reading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stamp {
    /// Bytes.
    pub size: u64,
    /// Milliseconds since 1970.
    pub last_modified: f64,
}

/// The contents of a folder.
pub struct Listing {
    /// The files and folders.
    pub entries: Vec<Entry>,
    /// Whether there are more.
    pub is_cut: bool,
}

/// An entry of a folder.
pub struct Entry {
    /// The name.
    pub name: String,
    /// The kind of entry.
    pub node: Node,
}

/// The kind of an [`Entry`].
#[derive(Clone)]
pub enum Node {
    /// A folder.
    Folder,
    /// A file.
    File(Rc<dyn Source>),
}

/// A listed file, not opened yet.
pub trait Source {
    /// The present version of the file.
    fn open(&self) -> Pending<'_, Rc<dyn Snapshot>>;
}

/// The error of a file system.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum FilesError {
    /// The file or folder does not exist.
    #[error("it does not exist")]
    NotFound,
    /// A folder is in place of a file.
    #[error("it is a folder")]
    IsFolder,
    /// A file is in place of a folder.
    #[error("{0} is a file, not a folder")]
    NotFolder(String),
    /// The file system does not support such a name.
    #[error("the file system does not support the name: {0}")]
    NameRefused(String),
    /// The page has no permission.
    #[error("{0}")]
    Denied(String),
    /// There is no space left.
    #[error("there is not enough space")]
    NoSpace {
        /// The number of bytes that the page may still use, if known.
        free: Option<f64>,
    },
    /// Another tab or program is writing the file.
    #[error("another tab or program is writing it")]
    Busy,
    /// The file was changed while it was read or written.
    #[error("it was changed meanwhile")]
    Changed,
    /// The browser has no such file system.
    #[error("{0}")]
    Unavailable(String),
    /// Another error, with the browser's message.
    #[error("{0}")]
    Other(String),
}
