use std::rc::Rc;

use ag_ui_lit::tool::{ToolContext, ToolFailure};

use crate::files::{Entry, FilePath, Files, FilesError, Node, Source, failure};

/// The most files and folders that one call looks at.
pub const MAX_ENTRIES: usize = 50_000;
/// After how many of them the page hears how far it is.
const PROGRESS_EVERY: usize = 500;
/// How long the page may be kept from anything else, in milliseconds.
const MAX_TURN: f64 = 20.0;

/// Goes through the files below a folder: a folder's files by name, then its folders.
pub struct Walk {
    files: Rc<dyn Files>,
    /// What is still to be looked at; the next one last.
    ahead: Vec<Ahead>,
    seen: usize,
    turn_began: f64,
    /// Whether there was too much.
    pub is_cut: bool,
    /// What could not be looked at: folders that went or that the page may not read, names that are no path.
    pub skipped: usize,
}

enum Ahead {
    Folder(FilePath),
    File(FilePath, Rc<dyn Source>),
}

impl Walk {
    /// Begins at a folder, or at a single file.
    ///
    /// # Errors
    ///
    /// When there is none.
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

    /// How many files and folders it has come across.
    #[must_use]
    pub fn seen(&self) -> usize {
        self.seen
    }

    /// The next file. Tells the page how far it is, and lets it do other things.
    ///
    /// # Errors
    ///
    /// None of a single folder: those are skipped and counted.
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

    /// Lets the page do other things, when it has been kept from them for long.
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

/// Files first, then by name.
fn order(entry: &Entry) -> (bool, &str) {
    (matches!(entry.node, Node::Folder), &entry.name)
}
