use std::any::Any;
use std::rc::Rc;

use ag_ui_lit::wasm::tools::{property, set};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Date, JsString, Object, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{
    File, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetDirectoryOptions,
    FileSystemHandle,
};

use super::file_faults::{fault, is_type_mismatch, settled};
use super::file_lock::lock;
use super::file_write::{Replacing, Target};
use super::storage::{opfs, permitted};
use crate::files::{
    Entry, FilePath, Files, FilesError, Listing, Node, Pending, Snapshot, Source, Stamp,
};

/// The root of the files.
pub enum Root {
    /// A folder of the origin private file system.
    Opfs(FilePath),
    /// A folder with a handle of the page, usually picked by a person.
    Picked(FileSystemDirectoryHandle),
}

/// The page's files.
pub struct PageFiles {
    root: Root,
    may_write: bool,
}

impl PageFiles {
    /// The files below a root.
    pub fn new(root: Root, may_write: bool) -> Self {
        Self { root, may_write }
    }

    /// The root's handle. A missing folder of the origin private file system is created.
    async fn root(&self) -> Result<FileSystemDirectoryHandle, FilesError> {
        match &self.root {
            Root::Picked(handle) => {
                permitted(handle, self.may_write).await?;
                Ok(handle.clone())
            }
            Root::Opfs(path) => {
                let mut folder = opfs().await?;
                for name in path.names() {
                    folder = make_folder(&folder, name).await?;
                }
                Ok(folder)
            }
        }
    }

    /// A folder below the root.
    async fn folder(&self, path: &FilePath) -> Result<FileSystemDirectoryHandle, FilesError> {
        let mut folder = self.root().await?;
        for (depth, name) in path.names().iter().enumerate() {
            let found = settled(folder.get_directory_handle(name)).await;
            folder = found
                .map_err(|thrown| {
                    if is_type_mismatch(&thrown) {
                        FilesError::NotFolder(path.names()[..=depth].join("/"))
                    } else {
                        fault(&thrown)
                    }
                })?
                .unchecked_into();
        }
        Ok(folder)
    }

    async fn file(&self, path: &FilePath) -> Result<FileSystemFileHandle, FilesError> {
        let Some((folder, name)) = path.split() else {
            return Err(FilesError::IsFolder);
        };
        let folder = self.folder(&folder).await?;
        file_of(&folder, name).await
    }
}

async fn make_folder(
    folder: &FileSystemDirectoryHandle,
    name: &str,
) -> Result<FileSystemDirectoryHandle, FilesError> {
    let options = FileSystemGetDirectoryOptions::new();
    options.set_create(true);
    match settled(folder.get_directory_handle_with_options(name, &options)).await {
        Ok(folder) => Ok(folder.unchecked_into()),
        Err(thrown) if is_type_mismatch(&thrown) => Err(FilesError::NotFolder(name.to_owned())),
        Err(thrown) => Err(fault(&thrown)),
    }
}

async fn file_of(
    folder: &FileSystemDirectoryHandle,
    name: &str,
) -> Result<FileSystemFileHandle, FilesError> {
    match settled(folder.get_file_handle(name)).await {
        Ok(file) => Ok(file.unchecked_into()),
        Err(thrown) if is_type_mismatch(&thrown) => Err(FilesError::IsFolder),
        Err(thrown) => Err(fault(&thrown)),
    }
}

pub(super) async fn snapshot(handle: &FileSystemFileHandle) -> Result<File, FilesError> {
    let file = settled(handle.get_file()).await;
    file.map(JsValue::unchecked_into)
        .map_err(|thrown| fault(&thrown))
}

pub(super) fn stamp(file: &File) -> Stamp {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts saturate, and a size is a whole number"
    )]
    Stamp {
        size: file.size() as u64,
        last_modified: file.last_modified(),
    }
}

impl Files for PageFiles {
    fn key<'a>(&'a self, path: &'a FilePath) -> Pending<'a, String> {
        Box::pin(async move {
            let folder = match &self.root {
                Root::Opfs(folder) => Some(folder.names().to_vec()),
                Root::Picked(handle) => names_in_opfs(handle).await,
            };
            Ok(match (folder, &self.root) {
                (Some(folder), _) => {
                    let names: Vec<_> = folder.iter().chain(path.names()).cloned().collect();
                    format!("opfs:/{}", names.join("/"))
                }
                // Folders of the same name share their locks, which only makes them wait; the versions of files distinguish
                // them.
                (None, Root::Picked(handle)) => format!("picked:{}/{path}", handle.name()),
                (None, Root::Opfs(_)) => path.to_string(),
            })
        })
    }

    fn open<'a>(&'a self, path: &'a FilePath) -> Pending<'a, Rc<dyn Snapshot>> {
        Box::pin(async move {
            let handle = self.file(path).await?;
            let file = snapshot(&handle).await?;
            Ok(Rc::new(Seen(file)) as Rc<dyn Snapshot>)
        })
    }

    fn list<'a>(&'a self, folder: &'a FilePath, at_most: usize) -> Pending<'a, Listing> {
        Box::pin(async move {
            let folder = self.folder(folder).await?;
            let items = folder.values();
            let mut entries = Vec::new();
            loop {
                let next = items.next().map_err(|thrown| fault(&thrown))?;
                let next = settled(next).await.map_err(|thrown| fault(&thrown))?;
                if property(&next, "done").is_truthy() {
                    return Ok(Listing {
                        entries,
                        is_cut: false,
                    });
                }
                if entries.len() == at_most {
                    return Ok(Listing {
                        entries,
                        is_cut: true,
                    });
                }
                let handle: FileSystemHandle = property(&next, "value").unchecked_into();
                let is_file = property(&handle, "kind").as_string().as_deref() == Some("file");
                entries.push(Entry {
                    name: handle.name(),
                    node: if is_file {
                        Node::File(Rc::new(Listed(handle.unchecked_into())))
                    } else {
                        Node::Folder
                    },
                });
            }
        })
    }

    fn replace<'a>(
        &'a self,
        path: &'a FilePath,
        content: &'a [u8],
        before: Option<Stamp>,
    ) -> Pending<'a, Stamp> {
        Box::pin(async move {
            let root = self.root().await?;
            let target = Target { root, path, before };
            Replacing::default().run(target, content).await
        })
    }

    fn lock<'a>(&'a self, key: &'a str) -> Pending<'a, Box<dyn Any>> {
        Box::pin(lock(key))
    }

    fn pause(&self) -> Pending<'_, ()> {
        Box::pin(async {
            TimeoutFuture::new(0).await;
            Ok(())
        })
    }

    fn now(&self) -> f64 {
        Date::now()
    }

    fn looks_alike(&self, one: &str, other: &str) -> bool {
        let plain = |name: &str| {
            let name = JsString::from(name).normalize("NFKC");
            String::from(name).to_lowercase()
        };
        plain(one) == plain(other)
    }
}

/// The names that lead to a folder of the origin private file system; `None` for a folder elsewhere.
async fn names_in_opfs(handle: &FileSystemDirectoryHandle) -> Option<Vec<String>> {
    let names = settled(opfs().await.ok()?.resolve(handle)).await.ok()?;
    let names = names.dyn_into::<Array>().ok()?;
    names.iter().map(|name| name.as_string()).collect()
}

struct Seen(File);

impl Snapshot for Seen {
    fn stamp(&self) -> Stamp {
        stamp(&self.0)
    }

    fn read(&self, from: u64, length: u64) -> Pending<'_, Vec<u8>> {
        #[allow(
            clippy::cast_precision_loss,
            reason = "files are smaller than 2^53 bytes"
        )]
        let (from, to) = (from as f64, from.saturating_add(length) as f64);
        Box::pin(async move {
            let part = self.0.slice_with_f64_and_f64(from, to);
            let part = part.map_err(|thrown| fault(&thrown))?;
            let bytes = settled(part.array_buffer()).await;
            let bytes = bytes.map_err(|thrown| fault(&thrown))?;
            Ok(Uint8Array::new(&bytes).to_vec())
        })
    }
}

struct Listed(FileSystemFileHandle);

impl Source for Listed {
    fn open(&self) -> Pending<'_, Rc<dyn Snapshot>> {
        Box::pin(async move {
            let file = snapshot(&self.0).await?;
            Ok(Rc::new(Seen(file)) as Rc<dyn Snapshot>)
        })
    }
}

/// An object with these fields.
pub(super) fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object: JsValue = Object::new().into();
    for (name, value) in fields {
        set(&object, name, value);
    }
    object
}
