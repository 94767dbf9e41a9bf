use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::ToolFailure;

use super::path::FilePath;
use super::store::{Files, FilesError, Node};

/// The maximum numbers of suggested names, and of names that are compared for it.
const MAX_SUGGESTED: usize = 3;
const MAX_LOOKED_AT: usize = 2000;

/// The failure for the model when a file system did not do what was requested. `what` is its subject: `The file a.txt`.
pub fn failure(what: &str, error: &FilesError) -> ToolFailure {
    let (category, code, message) = match error {
        FilesError::NotFound => (
            ToolErrorCategory::Permanent,
            "not_found",
            format!("{what} does not exist. Call glob_tool to list the files."),
        ),
        FilesError::IsFolder => (
            ToolErrorCategory::Permanent,
            "is_folder",
            format!(
                "{what} is a folder. Call glob_tool to list its files, and give the path of one."
            ),
        ),
        FilesError::NotFolder(file) => (
            ToolErrorCategory::Permanent,
            "not_folder",
            format!("{what} can't be reached: {file} is a file, not a folder."),
        ),
        FilesError::NameRefused(why) => (
            ToolErrorCategory::Permanent,
            "name_refused",
            format!(
                "{what} can't be: the file system does not support that name ({why}). Letters, digits, - _ and . always work."
            ),
        ),
        FilesError::Denied(why) => (
            ToolErrorCategory::Permanent,
            "permission_denied",
            format!("{what} can't be used: {why}"),
        ),
        FilesError::NoSpace { free } => (
            ToolErrorCategory::Permanent,
            "no_space",
            format!(
                "{what} was not written, and is unchanged: there is not enough space{}. Write less, or ask the person to free some.",
                free_space(*free)
            ),
        ),
        FilesError::Busy => (
            ToolErrorCategory::Transient,
            "busy",
            format!("{what} is being written by another tab or program at the moment. Try again."),
        ),
        FilesError::Changed => (
            ToolErrorCategory::Permanent,
            "changed",
            format!(
                "{what} was changed by somebody else meanwhile; nothing was written. Call file_read again, and decide again."
            ),
        ),
        FilesError::Unavailable(why) => (
            ToolErrorCategory::Permanent,
            "unavailable",
            format!("{what} can't be used: {why}"),
        ),
        FilesError::Other(why) => (
            ToolErrorCategory::Execution,
            "failed",
            format!("{what}: the browser's file system failed: {why}"),
        ),
    };
    ToolFailure::new(message).category(category).code(code)
}

fn free_space(free: Option<f64>) -> String {
    free.map_or_else(String::new, |free| format!(": {} are free", bytes(free)))
}

/// A size for people.
pub fn bytes(size: f64) -> String {
    const KIB: f64 = 1024.0;
    match size {
        _ if size < KIB => format!("{size} bytes"),
        _ if size < KIB * KIB => format!("{:.1} KiB", size / KIB),
        _ => format!("{:.1} MiB", size / KIB / KIB),
    }
}

/// The failure for a file. If it does not exist, similar names are suggested.
pub async fn file_failure(files: &dyn Files, path: &FilePath, error: FilesError) -> ToolFailure {
    let mut failure = failure(&format!("The file {path}"), &error);
    if error == FilesError::NotFound
        && let Some(meant) = meant(files, path).await
    {
        failure.message = format!(
            "The file {path} does not exist. Did you mean {meant}? Names are compared exactly, also where they look the same."
        );
    }
    failure
}

/// Files in the same folder with similar names.
async fn meant(files: &dyn Files, path: &FilePath) -> Option<String> {
    let (folder, name) = path.split()?;
    let listing = files.list(&folder, MAX_LOOKED_AT).await.ok()?;
    let alike: Vec<_> = listing
        .entries
        .iter()
        .filter(|entry| matches!(entry.node, Node::File(_)))
        .filter(|entry| files.looks_alike(&entry.name, name))
        .filter_map(|entry| folder.join(&entry.name))
        .take(MAX_SUGGESTED)
        .map(|path| format!("{:?}", path.to_string()))
        .collect();
    (!alike.is_empty()).then(|| alike.join(" or "))
}
