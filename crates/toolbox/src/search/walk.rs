use std::rc::Rc;

use ag_ui_lit::tool::{ToolContext, ToolFailure};

use crate::files::{Entry, FilePath, Files, FilesError, Node, Source, failure};

/// The maximum number of files and folders that one call visits.
pub const MAX_ENTRIES: usize = 50_000;
/// The number of them after which progress is reported.
const PROGRESS_EVERY: usize = 500;
/// The maximum time without other work of the page, in milliseconds.
const MAX_TURN: f64 = 20.0;

/// Walks through the files below a folder: a folder's files by name, then its folders.
pub struct Walk {
    files: Rc<dyn Files>,
    /// The entries still to be visited, the next one last.
    ahead: Vec<Ahead>,
    seen: usize,
    turn_began: f64,
    /// Whether the limit was reached.
    pub is_cut: bool,
    /// The number of entries that could not be visited: folders that are gone or not permitted, names that are not a valid
    /// path.
    pub skipped: usize,
}

enum Ahead {
    Folder(FilePath),
    File(FilePath, Rc<dyn Source>),
}

impl Walk {
    /// Starts at a folder, or at a single file.
    ///
    /// # Errors
    ///
    /// If it does not exist.
    pub async fn from(files: Rc<dyn Files>, start: &FilePath) -> Result<Self, ToolFailure> {
        let turn_began = files.now();
        let mut walk = Self {
            files,
            ahead: Vec::new(),
            seen: 0,
            turn_began,
            is_cut: false,
            skipped: 0,
        };
        match walk.enter(start).await {
            Ok(()) => Ok(walk),
            Err(FilesError::NotFolder(_)) if walk.single(start).await => Ok(walk),
            Err(error) => Err(failure(&format!("The folder {start}"), &error)),
        }
    }

    /// The number of files and folders so far.
    #[must_use]
    pub fn seen(&self) -> usize {
        self.seen
    }

    /// The next file. Reports progress, and lets the page do other work.
    ///
    /// # Errors
    ///
    /// Never for a single folder: those are skipped and counted.
    pub async fn next(&mut self, context: &ToolContext) -> Option<(FilePath, Rc<dyn Source>)> {
        loop {
            self.give_way().await;
            match self.ahead.pop()? {
                Ahead::File(path, source) => return Some((path, source)),
                Ahead::Folder(folder) => {
                    let before = self.seen / PROGRESS_EVERY;
                    if self.enter(&folder).await.is_err() {
                        self.skipped += 1;
                    }
                    if self.seen / PROGRESS_EVERY > before {
                        context.report_progress(serde_json::json!({ "entriesSeen": self.seen }));
                    }
                }
            }
        }
    }

    /// Lets the page do other work, if it has had none for long.
    pub async fn give_way(&mut self) {
        if self.files.now() - self.turn_began > MAX_TURN {
            let _rested = self.files.pause().await;
            self.turn_began = self.files.now();
        }
    }

    async fn enter(&mut self, folder: &FilePath) -> Result<(), FilesError> {
        let room = MAX_ENTRIES.saturating_sub(self.seen);
        let mut listing = self.files.list(folder, room).await?;
        self.is_cut |= listing.is_cut;
        self.seen += listing.entries.len();
        listing
            .entries
            .sort_by(|one, other| order(other).cmp(&order(one)));
        for entry in listing.entries {
            let Some(path) = folder.join(&entry.name) else {
                self.skipped += 1;
                continue;
            };
            self.ahead.push(match entry.node {
                Node::Folder => Ahead::Folder(path),
                Node::File(source) => Ahead::File(path, source),
            });
        }
        Ok(())
    }

    async fn single(&mut self, path: &FilePath) -> bool {
        let Some((folder, name)) = path.split() else {
            return false;
        };
        let Ok(listing) = self.files.list(&folder, MAX_ENTRIES).await else {
            return false;
        };
        for entry in listing.entries {
            if let Node::File(source) = entry.node
                && entry.name == name
            {
                self.seen = 1;
                self.ahead.push(Ahead::File(path.clone(), source));
                return true;
            }
        }
        false
    }
}

/// The order of entries: files first, then by name.
fn order(entry: &Entry) -> (bool, &str) {
    (matches!(entry.node, Node::Folder), &entry.name)
}
