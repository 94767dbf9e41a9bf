use ag_ui_lit::wasm::tools::property;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{
    FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetDirectoryOptions,
    FileSystemGetFileOptions, FileSystemWritableFileStream,
};

use super::file_faults::{fault, is_no_space, is_type_mismatch, settled};
use super::page_files::{object, snapshot, stamp};
use super::storage::free_space;
use crate::files::{FilePath, FilesError, Stamp};

/// A write: the target, and its required version.
pub struct Target<'a> {
    pub root: FileSystemDirectoryHandle,
    pub path: &'a FilePath,
    pub before: Option<Stamp>,
}

/// A pending write. Dropped or failed, it removes everything that it has made: the browser writes to a separate file, which
/// replaces the target when it is closed, and new folders and files are removed while they are empty.
#[derive(Default)]
pub struct Replacing {
    /// The promise of the stream: even one that is only being opened would block the file for others.
    writable: Option<Promise>,
    made: Vec<(FileSystemDirectoryHandle, String)>,
}

impl Replacing {
    /// Writes all or nothing.
    pub async fn run(mut self, target: Target<'_>, content: &[u8]) -> Result<Stamp, FilesError> {
        let mut tries = 1;
        loop {
            let error = match self.write(&target, content).await {
                Ok(stamp) => {
                    self.writable = None;
                    self.made.clear();
                    return Ok(stamp);
                }
                Err(error) => error,
            };
            take_back(self.writable.take(), std::mem::take(&mut self.made)).await;
            // Nothing was written. Chromium aborts some of the writes for which there is no space, and reports the reason
            // with the next one.
            if !is_aborted(&error) || tries == TRIES_ABORTED {
                return Err(with_free_space(error, content).await);
            }
            tries += 1;
        }
    }

    async fn write(&mut self, target: &Target<'_>, content: &[u8]) -> Result<Stamp, FilesError> {
        let Some((folder, name)) = target.path.split() else {
            return Err(FilesError::IsFolder);
        };
        let folder = self.folders(target.root.clone(), &folder).await?;
        let file = self.file(&folder, name, target.before).await?;
        let opening = open(&file)?;
        self.writable = Some(opening.clone());
        let writable = settled(opening).await;
        let writable: FileSystemWritableFileStream = writable
            .map_err(|thrown| full_or(&thrown))?
            .unchecked_into();
        let expected = target.before.map_or(0, |stamp| stamp.size);
        let begun = stamp(&snapshot(&file).await?);
        if begun.size != expected || target.before.is_some_and(|before| before != begun) {
            return Err(FilesError::Changed);
        }
        let writing = writable.write_with_u8_array(content);
        let written = settled(writing.map_err(|thrown| full_or(&thrown))?).await;
        written.map_err(|thrown| full_or(&thrown))?;
        if stamp(&snapshot(&file).await?) != begun {
            return Err(FilesError::Changed);
        }
        let closed = settled(writable.close()).await;
        closed.map_err(|thrown| full_or(&thrown))?;
        // The content is written: from here on nothing is removed.
        self.writable = None;
        self.made.clear();
        Ok(stamp(&snapshot(&file).await?))
    }

    async fn folders(
        &mut self,
        root: FileSystemDirectoryHandle,
        path: &FilePath,
    ) -> Result<FileSystemDirectoryHandle, FilesError> {
        let mut folder = root;
        for (depth, name) in path.names().iter().enumerate() {
            let found = settled(folder.get_directory_handle(name)).await;
            let next = match found {
                Ok(next) => next,
                Err(thrown) if is_type_mismatch(&thrown) => {
                    return Err(FilesError::NotFolder(path.names()[..=depth].join("/")));
                }
                Err(thrown) if fault(&thrown) == FilesError::NotFound => {
                    let options = FileSystemGetDirectoryOptions::new();
                    options.set_create(true);
                    self.made.push((folder.clone(), name.clone()));
                    let made = settled(folder.get_directory_handle_with_options(name, &options));
                    made.await.map_err(|thrown| fault(&thrown))?
                }
                Err(thrown) => return Err(fault(&thrown)),
            };
            folder = next.unchecked_into();
        }
        Ok(folder)
    }

    async fn file(
        &mut self,
        folder: &FileSystemDirectoryHandle,
        name: &str,
        before: Option<Stamp>,
    ) -> Result<FileSystemFileHandle, FilesError> {
        match settled(folder.get_file_handle(name)).await {
            Ok(_) if before.is_none() => Err(FilesError::Changed),
            Ok(file) => Ok(file.unchecked_into()),
            Err(thrown) if is_type_mismatch(&thrown) => Err(FilesError::IsFolder),
            Err(thrown) => match fault(&thrown) {
                FilesError::NotFound if before.is_none() => {
                    let options = FileSystemGetFileOptions::new();
                    options.set_create(true);
                    self.made.push((folder.clone(), name.to_owned()));
                    let made = settled(folder.get_file_handle_with_options(name, &options)).await;
                    Ok(made.map_err(|thrown| fault(&thrown))?.unchecked_into())
                }
                FilesError::NotFound => Err(FilesError::Changed),
                error => Err(error),
            },
        }
    }
}

/// The number of attempts at a write that the browser aborts.
const TRIES_ABORTED: u32 = 4;

fn is_aborted(error: &FilesError) -> bool {
    matches!(error, FilesError::Other(why) if why.starts_with("AbortError"))
}

/// Adds the remaining space, if it is too little: browsers report less than the disk has, or more.
async fn with_free_space(error: FilesError, content: &[u8]) -> FilesError {
    if !matches!(error, FilesError::NoSpace { .. }) {
        return error;
    }
    #[allow(clippy::cast_precision_loss, reason = "files are smaller than 2⁵³")]
    let needed = content.len() as f64;
    let free = free_space().await.filter(|free| *free < needed);
    FilesError::NoSpace { free }
}

impl Drop for Replacing {
    fn drop(&mut self) {
        let (writable, made) = (self.writable.take(), std::mem::take(&mut self.made));
        if writable.is_some() || !made.is_empty() {
            spawn_local(take_back(writable, made));
        }
    }
}

/// Opens the file exclusively, if the browser supports that; others ignore the option.
fn open(file: &FileSystemFileHandle) -> Result<Promise, FilesError> {
    let Ok(create) = property(file, "createWritable").dyn_into::<Function>() else {
        return Err(FilesError::Unavailable(
            "this browser can read files, but not write them (createWritable is missing). A newer one can.".to_owned(),
        ));
    };
    let options = object(&[
        ("keepExistingData", false.into()),
        ("mode", "exclusive".into()),
    ]);
    let opening = create.call1(file, &options);
    let opening = opening.map_err(|thrown| full_or(&thrown))?;
    Ok(Promise::resolve(&opening))
}

fn full_or(thrown: &JsValue) -> FilesError {
    if is_no_space(thrown) {
        return FilesError::NoSpace { free: None };
    }
    match fault(thrown) {
        // For a stream this error means that the stream is broken.
        FilesError::NameRefused(why) => FilesError::Other(why),
        error => error,
    }
}

async fn take_back(writable: Option<Promise>, made: Vec<(FileSystemDirectoryHandle, String)>) {
    if let Some(opening) = writable
        && let Ok(writable) = settled(opening).await
    {
        let writable: FileSystemWritableFileStream = writable.unchecked_into();
        let _aborted = settled(writable.abort()).await;
    }
    for (folder, name) in made.into_iter().rev() {
        for _try in 0..TRIES {
            if matches!(take_back_entry(&folder, &name).await, TakenBack::Done) {
                break;
            }
            TimeoutFuture::new(PAUSE).await;
        }
    }
}

/// The maximum number of attempts to remove what was made: it may not exist yet, or be in use.
const TRIES: u32 = 10;
/// Milliseconds between two attempts.
const PAUSE: u32 = 20;

enum TakenBack {
    Done,
    NotYet,
}

/// Removes an entry, unless it is a folder with contents or a file.
async fn take_back_entry(folder: &FileSystemDirectoryHandle, name: &str) -> TakenBack {
    match settled(folder.get_file_handle(name)).await {
        Ok(file) => {
            let file: FileSystemFileHandle = file.unchecked_into();
            if snapshot(&file).await.is_ok_and(|file| file.size() > 0.0) {
                return TakenBack::Done;
            }
        }
        Err(thrown) if is_type_mismatch(&thrown) => {}
        Err(_) => return TakenBack::NotYet,
    }
    match settled(folder.remove_entry(name)).await {
        Ok(_) => TakenBack::Done,
        Err(_) => TakenBack::NotYet,
    }
}
