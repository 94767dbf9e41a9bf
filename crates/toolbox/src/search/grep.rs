mod found;

use std::rc::Rc;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::{
    Attribute, ResultMetadata, State, Tool, ToolContext, ToolFailure, ToolMetadata, ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::globs::PathPattern;
use super::matches::Matches;
use super::pattern::LinePattern;
use super::walk::Walk;
use crate::files::{Content, FilePath, FilesError, LineReader, SLICE, Source, Workspace};
use found::Found;

/// The maximum number of matching lines, of one file and of all.
const MAX_PER_FILE: usize = 50;
const MAX_MATCHES: usize = 200;
/// The maximum number of lines around a match.
const MAX_CONTEXT: u32 = 10;
/// The maximum number of patterns of paths.
const MAX_GLOBS: usize = 20;
/// The number of bytes of lines after which the page may do other work.
const BYTES_PER_LOOK: usize = 16_384;

/// The arguments of `grep_tool`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GrepArguments {
    /// The regular expression, in the syntax of Rust's regex crate: no look-around, no back references. It is matched line by line.
    pub pattern: String,
    /// The folder or file to search, from the root. The root by default.
    #[serde(default)]
    pub path: FilePath,
    /// Patterns of the files to search, from the root, such as `*.ts` or `src/**/*.{js,ts}`. All files by default.
    #[serde(default)]
    pub include: Vec<String>,
    /// Patterns of files to skip.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// Ignores the difference between upper and lower case. `false` by default.
    #[serde(default)]
    pub ignore_case: bool,
    /// Searches for the pattern as literal text instead of an expression. `false` by default.
    #[serde(default)]
    pub literal: bool,
    /// The number of lines to show before and after each match, 0 to 10. 0 by default.
    #[serde(default)]
    pub context_lines: u32,
}

/// The metadata of a search.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GrepMetadata {
    /// The expression.
    pub pattern: String,
    /// The folder or file that was searched, from the root.
    pub path: String,
    /// The files with matches, and the number of lines of each.
    pub files: Vec<GrepFile>,
    /// The number of matching lines.
    pub matches: f64,
    /// The number of searched files.
    pub files_searched: f64,
    /// The number of files that are not text.
    pub binary_files: f64,
    /// The number of files and folders that could not be read.
    pub skipped: f64,
    /// Whether there may be more.
    pub is_truncated: bool,
}

/// A file with matches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GrepFile {
    /// The path from the root.
    pub path: String,
    /// The number of matching lines.
    pub matches: f64,
    /// Whether it has more.
    pub is_truncated: bool,
}

impl ResultMetadata for GrepMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("grep_tool");
}

/// Searches the lines of files for an expression.
pub struct GrepTool(pub Workspace);

impl Tool for GrepTool {
    type Arguments = GrepArguments;
    type Metadata = GrepMetadata;

    fn name(&self) -> &'static str {
        "grep_tool"
    }

    fn description(&self) -> &'static str {
        "Searches the lines of text files below a folder for an expression. Returns each file's path and its matching lines with \
         their numbers; long lines are cut around the match. Returns up to 50 lines of a file and 200 in all, visits up to 50,000 \
         files and folders, skips binary files, with a note about the rest. Narrow a search by path and include."
    }

    fn metadata(&self) -> ToolMetadata {
        searching()
    }

    async fn validate(
        &self,
        arguments: &GrepArguments,
        _state: &dyn State,
    ) -> Result<(), ToolFailure> {
        Search::of(arguments).map(|_| ())
    }

    async fn execute(
        &self,
        arguments: GrepArguments,
        context: &ToolContext,
    ) -> ToolResult<GrepMetadata> {
        let search = Search::of(&arguments)?;
        let mut walk = Walk::from(Rc::clone(&self.0.files), &arguments.path).await?;
        let mut found = Found::new(&arguments);
        while let Some((path, source)) = walk.next(context).await {
            let name = path.to_string();
            if !search.includes(&name) {
                continue;
            }
            let most = MAX_PER_FILE.min(MAX_MATCHES - found.count());
            let mut matches = Matches::new(&search.pattern, search.context, most);
            match self.search(&*source, &mut matches, &mut walk).await {
                Ok(Searched::Text) => found.metadata.files_searched += 1.0,
                Ok(Searched::Binary) => found.metadata.binary_files += 1.0,
                Err(_) => walk.skipped += 1,
            }
            found.add(name, &matches);
            if found.is_full {
                break;
            }
        }
        Ok(found.output(&walk))
    }

    fn tracing_attributes(&self, arguments: &GrepArguments) -> Vec<Attribute> {
        vec![Attribute::new("file.path", arguments.path.to_string())]
    }
}

enum Searched {
    Text,
    Binary,
}

impl GrepTool {
    async fn search(
        &self,
        source: &dyn Source,
        matches: &mut Matches<'_>,
        walk: &mut Walk,
    ) -> Result<Searched, FilesError> {
        let snapshot = source.open().await?;
        let size = snapshot.stamp().size;
        let sample = snapshot.read(0, SLICE.min(size)).await?;
        let Content::Text(form) = Content::of(&sample, size <= SLICE, self.0.legacy) else {
            return Ok(Searched::Binary);
        };
        drop(sample);
        let mut reader = LineReader::new(snapshot, form, matches.longest());
        let mut unseen = 0;
        while let Some(line) = reader.next().await? {
            if !matches.line(&line) {
                break;
            }
            unseen += line.text.len() + 1;
            if unseen > BYTES_PER_LOOK {
                unseen = 0;
                walk.give_way().await;
            }
        }
        Ok(Searched::Text)
    }
}

/// A search, as requested.
struct Search {
    pattern: LinePattern,
    include: Vec<PathPattern>,
    exclude: Vec<PathPattern>,
    context: usize,
}

impl Search {
    fn of(arguments: &GrepArguments) -> Result<Self, ToolFailure> {
        let pattern =
            LinePattern::new(&arguments.pattern, arguments.literal, arguments.ignore_case);
        if arguments.context_lines > MAX_CONTEXT {
            return Err(invalid(format!(
                "context_lines is {}, and must be 0 to {MAX_CONTEXT}",
                arguments.context_lines
            )));
        }
        Ok(Self {
            pattern: pattern.map_err(|fault| invalid(format!("pattern {fault}")))?,
            include: patterns("include", &arguments.include)?,
            exclude: patterns("exclude", &arguments.exclude)?,
            context: arguments.context_lines as usize,
        })
    }

    fn includes(&self, path: &str) -> bool {
        let fits = |patterns: &[PathPattern]| patterns.iter().any(|pattern| pattern.fits(path));
        (self.include.is_empty() || fits(&self.include)) && !fits(&self.exclude)
    }
}

fn patterns(name: &str, texts: &[String]) -> Result<Vec<PathPattern>, ToolFailure> {
    if texts.len() > MAX_GLOBS {
        return Err(invalid(format!(
            "{name} has {} patterns, and may have {MAX_GLOBS}; {{a,b}} joins several",
            texts.len()
        )));
    }
    let read = |text: &String| {
        PathPattern::new(text).map_err(|fault| invalid(format!("{name}: the pattern {fault}")))
    };
    texts.iter().map(read).collect()
}

pub(super) fn invalid(message: String) -> ToolFailure {
    ToolFailure::new(message).category(ToolErrorCategory::Validation)
}

/// The metadata of search tools.
pub(super) fn searching() -> ToolMetadata {
    ToolMetadata {
        category: Some("search".to_owned()),
        tags: vec!["read".to_owned()],
        idempotent: Some(true),
        timeout: Some(60_000.0),
        ..ToolMetadata::default()
    }
}
