use std::fmt::Write as _;

use ag_ui_lit::tool::ToolOutput;

use super::{GrepArguments, GrepFile, GrepMetadata, MAX_MATCHES};
use crate::search::matches::Matches;
use crate::search::walk::{MAX_ENTRIES, Walk};

/// The maximum length of a result, in bytes of UTF-8.
const MAX_TEXT: usize = 60_000;

/// The results so far.
pub(super) struct Found {
    text: String,
    pub(super) metadata: GrepMetadata,
    /// Whether the limits are reached.
    pub(super) is_full: bool,
    /// The number of lines that were only searched in part.
    cut_lines: usize,
}

impl Found {
    pub(super) fn new(arguments: &GrepArguments) -> Self {
        let metadata = GrepMetadata {
            pattern: arguments.pattern.clone(),
            path: arguments.path.to_string(),
            ..GrepMetadata::default()
        };
        Self {
            text: String::new(),
            metadata,
            is_full: false,
            cut_lines: 0,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.metadata.matches as usize
    }

    pub(super) fn add(&mut self, path: String, matches: &Matches<'_>) {
        self.cut_lines += matches.cut_lines;
        if matches.count == 0 {
            self.is_full |= matches.is_cut;
            return;
        }
        if self.text.len() + matches.text.len() > MAX_TEXT {
            self.is_full = true;
            return;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let _written = write!(self.text, "{path}\n{}", matches.text);
        if matches.is_cut {
            let _written = writeln!(self.text, "[{path} has more lines that match.]");
        }
        self.metadata.matches += matches.count as f64;
        self.metadata.files.push(GrepFile {
            path,
            matches: matches.count as f64,
            is_truncated: matches.is_cut,
        });
        self.is_full |= self.count() >= MAX_MATCHES;
    }

    pub(super) fn output(mut self, walk: &Walk) -> ToolOutput<GrepMetadata> {
        self.metadata.skipped = walk.skipped as f64;
        let has_cut_file = self.metadata.files.iter().any(|file| file.is_truncated);
        self.metadata.is_truncated =
            self.is_full || walk.is_cut || has_cut_file || self.cut_lines > 0;
        let GrepMetadata {
            files_searched,
            binary_files,
            ..
        } = self.metadata;
        let mut notes = vec![format!(
            "{} lines in {} of {files_searched} text files.",
            self.count(),
            self.metadata.files.len()
        )];
        if self.is_full {
            notes.push("The search ended there: there may be more. Narrow it by path, include or a longer pattern.".to_owned());
        }
        if walk.is_cut {
            notes.push(format!(
                "More than {MAX_ENTRIES} files and folders: the rest was not visited. Narrow it by path."
            ));
        }
        if binary_files > 0.0 {
            notes.push(format!("{binary_files} binary files were skipped."));
        }
        if self.cut_lines > 0 {
            notes.push(format!(
                "{} lines are so long that only their beginning was searched; a simpler pattern searches more of them.",
                self.cut_lines
            ));
        }
        if walk.skipped > 0 {
            notes.push(format!("{} could not be read.", walk.skipped));
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let _written = write!(self.text, "[{}]", notes.join(" "));
        ToolOutput::new(self.text).with(self.metadata)
    }
}
