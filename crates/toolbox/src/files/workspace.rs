use std::hash::{DefaultHasher, Hasher};
use std::rc::Rc;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::{FileVersion, State, ToolFailure};
use encoding_rs::Encoding;

use super::encoding::{Content, DEFAULT_LEGACY, TextForm};
use super::failures::{bytes, file_failure};
use super::path::FilePath;
use super::store::{Files, FilesError, Snapshot, Stamp};

/// The maximum size of a file that is read completely. Larger ones are read in slices, and not edited.
pub const MAX_WHOLE: u64 = 8 * 1_048_576;

/// The length of the beginning and of the end that represent a larger file.
const EDGE: u64 = 65_536;

/// The files of the tools, with the encoding of legacy ones.
#[derive(Clone)]
pub struct Workspace {
    /// The files.
    pub files: Rc<dyn Files>,
    /// The encoding of a file that is not UTF-8 and has no byte order mark.
    pub legacy: &'static Encoding,
}

impl Workspace {
    /// A workspace of these files. A file that is not UTF-8 is read as windows-1252.
    #[must_use]
    pub fn new(files: Rc<dyn Files>) -> Self {
        Self {
            files,
            legacy: DEFAULT_LEGACY,
        }
    }
}

/// A complete text file.
pub(super) struct Whole {
    pub text: String,
    pub form: TextForm,
    pub stamp: Stamp,
}

impl Workspace {
    /// The present version of a file.
    pub(super) async fn open(&self, path: &FilePath) -> Result<Rc<dyn Snapshot>, ToolFailure> {
        match self.files.open(path).await {
            Ok(snapshot) => Ok(snapshot),
            Err(error) => Err(file_failure(&*self.files, path, error).await),
        }
    }

    /// A text file for a change. The model has seen its present version.
    pub(super) async fn seen(
        &self,
        path: &FilePath,
        key: &str,
        state: &dyn State,
    ) -> Result<Whole, ToolFailure> {
        let snapshot = self.open(path).await?;
        let stamp = snapshot.stamp();
        let read = self.whole_or_edges(&*snapshot).await;
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(error) => return Err(file_failure(&*self.files, path, error).await),
        };
        let version = version_of(stamp, &bytes);
        unchanged(path, state.file_access().last_seen(key), version)?;
        if stamp.size > MAX_WHOLE {
            return Err(too_large(path, stamp));
        }
        let Content::Text(form) = Content::of(&bytes, true, self.legacy) else {
            return Err(no_text(path, "is binary: these tools write text only"));
        };
        let Some(text) = form.decode(&bytes) else {
            let why = format!(
                "has bytes that are not {}, and could not be written back unchanged",
                form.label()
            );
            return Err(no_text(path, &why));
        };
        Ok(Whole { text, form, stamp })
    }

    /// All bytes of a file, or those that represent it.
    pub(super) async fn whole_or_edges(
        &self,
        snapshot: &dyn Snapshot,
    ) -> Result<Vec<u8>, FilesError> {
        let size = snapshot.stamp().size;
        if size <= MAX_WHOLE {
            return snapshot.read(0, size).await;
        }
        let mut bytes = snapshot.read(0, EDGE).await?;
        bytes.extend(snapshot.read(size - EDGE, EDGE).await?);
        Ok(bytes)
    }

    /// The bytes of a text, in the encoding of its file.
    pub(super) fn bytes_of(
        path: &FilePath,
        form: TextForm,
        text: &str,
    ) -> Result<Vec<u8>, ToolFailure> {
        let bytes = form.encode(text).map_err(|character| {
            let message = format!(
                "The file {path} is encoded in {}, which lacks {character:?}; nothing was written. Use characters that it has, or \
                 write another file: new files are UTF-8.",
                form.label()
            );
            refused(message, "not_encodable")
        })?;
        if bytes.len() as u64 > MAX_WHOLE {
            let message = format!(
                "The file {path} would have {}; these tools write files of up to {}. Write several files.",
                super::failures::bytes(bytes.len() as f64),
                super::failures::bytes(MAX_WHOLE as f64)
            );
            return Err(refused(message, "too_large"));
        }
        Ok(bytes)
    }

    /// Replaces the content of a file, and records it as seen.
    pub(super) async fn put(
        &self,
        path: &FilePath,
        key: &str,
        content: &[u8],
        before: Option<Stamp>,
        state: &dyn State,
    ) -> Result<Stamp, ToolFailure> {
        match self.files.replace(path, content, before).await {
            Ok(stamp) => {
                state.file_access().record(key, version_of(stamp, content));
                Ok(stamp)
            }
            Err(error) => Err(file_failure(&*self.files, path, error).await),
        }
    }

    /// The key of a file for the tracker and for locks.
    pub(super) async fn key(&self, path: &FilePath) -> Result<String, ToolFailure> {
        if path.is_root() {
            return Err(file_failure(&*self.files, path, FilesError::IsFolder).await);
        }
        match self.files.key(path).await {
            Ok(key) => Ok(key),
            Err(error) => Err(file_failure(&*self.files, path, error).await),
        }
    }

    /// The lock for writing a file, until it is dropped.
    pub(super) async fn lock(
        &self,
        path: &FilePath,
        key: &str,
    ) -> Result<Box<dyn std::any::Any>, ToolFailure> {
        match self.files.lock(key).await {
            Ok(lock) => Ok(lock),
            Err(error) => Err(file_failure(&*self.files, path, error).await),
        }
    }
}

/// The version of a file with these bytes, or with these edges.
pub(super) fn version_of(stamp: Stamp, bytes: &[u8]) -> FileVersion {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    FileVersion {
        last_modified: stamp.last_modified,
        size: stamp.size as f64,
        hash: hasher.finish(),
    }
}

#[allow(
    clippy::float_cmp,
    reason = "of a file that is the same they are the very same"
)]
/// Refuses a version that the model has not seen. The content decides; for a file that is too large to be read, the time
/// does too.
fn unchanged(
    path: &FilePath,
    seen: Option<FileVersion>,
    now: FileVersion,
) -> Result<(), ToolFailure> {
    let Some(seen) = seen else {
        let message = format!(
            "The file {path} exists and was not read yet. Call file_read first, so that nothing is lost that you have not seen."
        );
        return Err(refused(message, "not_read"));
    };
    let is_same_time = now.size <= MAX_WHOLE as f64 || now.last_modified == seen.last_modified;
    if now.size == seen.size && now.hash == seen.hash && is_same_time {
        return Ok(());
    }
    let message = format!(
        "The file {path} was changed by somebody else since you read it. Call file_read again, and decide again."
    );
    Err(refused(message, "changed"))
}

fn too_large(path: &FilePath, stamp: Stamp) -> ToolFailure {
    let message = format!(
        "The file {path} has {}; these tools change files of up to {}. file_read and grep_tool read larger ones.",
        bytes(stamp.size as f64),
        bytes(MAX_WHOLE as f64)
    );
    refused(message, "too_large")
}

fn no_text(path: &FilePath, why: &str) -> ToolFailure {
    refused(
        format!("The file {path} {why}. Choose another path."),
        "not_text",
    )
}

/// A failure that would repeat.
pub(super) fn refused(message: String, code: &str) -> ToolFailure {
    ToolFailure::new(message)
        .category(ToolErrorCategory::Permanent)
        .code(code)
}

/// The refusal of a call before a person is asked. A current problem of the browser is left to the call itself, which
/// reports it with its category and code.
pub(super) fn refusal<T>(planned: Result<T, ToolFailure>) -> Result<(), ToolFailure> {
    const OF_THE_BROWSER: [&str; 5] = [
        "permission_denied",
        "unavailable",
        "failed",
        "busy",
        "no_space",
    ];
    match planned {
        Err(failure)
            if !failure
                .code
                .as_deref()
                .is_some_and(|code| OF_THE_BROWSER.contains(&code)) =>
        {
            Err(failure)
        }
        _ => Ok(()),
    }
}
