use ag_ui_lit::wasm::tools::{global, property};
use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use web_sys::{FileSystemDirectoryHandle, StorageManager};

use super::file_faults::{fault, settled};
use super::page_files::object;
use crate::files::FilesError;

/// The storage manager, which exists in a worker, too.
fn storage() -> Option<StorageManager> {
    let navigator = property(&global(), "navigator");
    let storage = property(&navigator, "storage");
    property(&storage, "getDirectory")
        .is_function()
        .then(|| storage.unchecked_into())
}

/// The origin private file system.
pub async fn opfs() -> Result<FileSystemDirectoryHandle, FilesError> {
    let Some(storage) = storage() else {
        return Err(FilesError::Unavailable(
            "this browser has no origin private file system here. It needs a page over https or from localhost, and a browser of 2023 or \
             later; a private window may lack it."
                .to_owned(),
        ));
    };
    match settled(storage.get_directory()).await {
        Ok(folder) => Ok(folder.unchecked_into()),
        Err(thrown) => match fault(&thrown) {
            FilesError::Denied(why) => Err(FilesError::Denied(format!(
                "{why} The origin private file system may be blocked with the site's cookies and storage."
            ))),
            error => Err(error),
        },
    }
}

/// Bytes that the page may still store.
pub async fn free_space() -> Option<f64> {
    let estimate = settled(storage()?.estimate().ok()?).await.ok()?;
    let quota = property(&estimate, "quota").as_f64()?;
    let usage = property(&estimate, "usage").as_f64()?;
    Some((quota - usage).max(0.0))
}

/// Refuses a folder without the person's permission, which may have ended.
pub async fn permitted(
    handle: &FileSystemDirectoryHandle,
    may_write: bool,
) -> Result<(), FilesError> {
    // Only browsers with a folder picker have it.
    let Ok(query) = property(handle, "queryPermission").dyn_into::<Function>() else {
        return Ok(());
    };
    let mode = if may_write { "readwrite" } else { "read" };
    let wanted = object(&[("mode", mode.into())]);
    let asked = query
        .call1(handle, &wanted)
        .map_err(|thrown| fault(&thrown))?;
    let state = settled(Promise::resolve(&asked))
        .await
        .map_err(|thrown| fault(&thrown))?;
    match state.as_string().as_deref() {
        Some("granted") => Ok(()),
        Some("prompt") => Err(FilesError::Denied(format!(
            "the person has not (yet) allowed this page the folder {:?}. Ask them to press the page's button for it: the page calls \
             requestPermission({{ mode: \"{mode}\" }}) of the folder's handle there.",
            handle.name()
        ))),
        _ => Err(FilesError::Denied(format!(
            "the person has denied this page the folder {:?}. They can pick it again, or allow it in the site's settings.",
            handle.name()
        ))),
    }
}
