use std::any::Any;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use thiserror::Error;

use super::path::FilePath;

/// What is waited for, on the one thread of a page.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, FilesError>> + 'a>>;

/// A folder's files: what the tools need of the origin private file system, or of a folder that a person picked.
pub trait Files {
    /// What a file is called by the tracker and by locks: the same for every tool, root and tab that can reach it.
    fn key<'a>(&'a self, path: &'a FilePath) -> Pending<'a, String>;

    /// A file as it is now.
    fn open<'a>(&'a self, path: &'a FilePath) -> Pending<'a, Rc<dyn Snapshot>>;

    /// What is in a folder, in any order, `at_most` so many.
    fn list<'a>(&'a self, folder: &'a FilePath, at_most: usize) -> Pending<'a, Listing>;

    /// Writes a file all or nothing, with the folders that lead to it. `before` is what it must still be like when the new content
    /// takes its place; nothing means that there must be no such file. Dropped half way it leaves everything as it was.
    fn replace<'a>(
        &'a self,
        path: &'a FilePath,
        content: &'a [u8],
        before: Option<Stamp>,
    ) -> Pending<'a, Stamp>;

    /// Keeps every other tool and tab from writing a file, until what it gives is dropped.
    fn lock<'a>(&'a self, key: &'a str) -> Pending<'a, Box<dyn Any>>;

    /// Lets the page do something else.
    fn pause(&self) -> Pending<'_, ()>;

    /// Milliseconds since any moment.
    fn now(&self) -> f64;

    /// Whether a person would take two names for the same.
    fn looks_alike(&self, one: &str, other: &str) -> bool {
        one.to_lowercase() == other.to_lowercase()
    }
}

/// A file at one moment. Reading it fails when it was changed since.
pub trait Snapshot {
    /// Its size, and when it was changed.
    fn stamp(&self) -> Stamp;

    /// Some of its bytes; fewer at its end.
    fn read(&self, from: u64, length: u64) -> Pending<'_, Vec<u8>>;
}

/// What is known of a file without reading it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stamp {
    /// Bytes.
    pub size: u64,
    /// Milliseconds since 1970.
    pub last_modified: f64,
}

/// What is in a folder.
pub struct Listing {
    /// Files and folders.
    pub entries: Vec<Entry>,
    /// Whether there are more.
    pub is_cut: bool,
}

/// One thing in a folder.
pub struct Entry {
    /// Its name.
    pub name: String,
    /// What it is.
    pub node: Node,
}

/// What an [`Entry`] is.
#[derive(Clone)]
pub enum Node {
    /// A folder.
    Folder,
    /// A file.
    File(Rc<dyn Source>),
}

/// A file that was listed, and is not open.
pub trait Source {
    /// The file as it is now.
    fn open(&self) -> Pending<'_, Rc<dyn Snapshot>>;
}

/// Why a file system did not do what was asked.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum FilesError {
    /// There is no such file or folder.
    #[error("it does not exist")]
    NotFound,
    /// A folder is where a file should be.
    #[error("it is a folder")]
    IsFolder,
    /// A file is where a folder should be.
    #[error("{0} is a file, not a folder")]
    NotFolder(String),
    /// The file system has no such names.
    #[error("the file system does not take the name: {0}")]
    NameRefused(String),
    /// The page may not.
    #[error("{0}")]
    Denied(String),
    /// No space is left: how many bytes are, where that is known.
    #[error("there is not enough space")]
    NoSpace {
        /// Bytes that the page may still use.
        free: Option<f64>,
    },
    /// Somebody else writes it.
    #[error("another tab or program is writing it")]
    Busy,
    /// It was changed while it was read or written.
    #[error("it was changed meanwhile")]
    Changed,
    /// The browser has no such file system.
    #[error("{0}")]
    Unavailable(String),
    /// Anything else, in the browser's words.
    #[error("{0}")]
    Other(String),
}
