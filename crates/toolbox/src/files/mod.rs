//! Files: read with line numbers, written completely, edited in places. Only content that the model has seen is changed, and
//! nothing is left half written.
//!
//! | part | contents |
//! |---|---|
//! | [`Files`] | the file system of the tools; [`MemoryFiles`] is one in memory |
//! | [`FilePath`] | a path that stays within the root |
//! | [`Workspace`] | files that are read completely, compared with the seen version, and written back in their own form |
//! | [`LineReader`] | lines of a file of any size |
//! | [`TextForm`], [`Content`] | the encoding of a file, and its kind of content |
//! | [`apply`] | edits of a text |

#![allow(
    clippy::cast_precision_loss,
    reason = "sizes and counts of lines are smaller than 2^53"
)]

mod diff;
mod edit;
mod edits;
mod encoding;
mod failures;
mod held;
mod lines;
mod memory;
mod path;
mod read;
mod store;
mod workspace;
mod write;

pub use diff::unified;
pub use edit::{Edit, EditFault, Edited, apply};
pub use edits::{
    FileEdit, FileEditArguments, FileEditMetadata, FileMultiEdit, FileMultiEditArguments,
    FileMultiEditMetadata, MAX_EDITS,
};
pub use encoding::{Content, DEFAULT_LEGACY, LineEnding, TextForm};
pub(crate) use failures::failure;
pub(crate) use lines::boundary;
pub use lines::{Line, LineReader, SLICE};
pub use memory::MemoryFiles;
pub use path::{FilePath, MAX_DEPTH};
pub use read::{FileRead, FileReadArguments, FileReadMetadata};
pub use store::{Entry, Files, FilesError, Listing, Node, Pending, Snapshot, Source, Stamp};
pub use workspace::{MAX_WHOLE, Workspace};
pub use write::{FileWrite, FileWriteArguments, FileWriteMetadata};
