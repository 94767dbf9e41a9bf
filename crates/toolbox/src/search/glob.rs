use std::fmt::Write as _;
use std::rc::Rc;

use ag_ui_lit::tool::{
    Attribute, ResultMetadata, State, Tool, ToolContext, ToolFailure, ToolMetadata, ToolOutput,
    ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::globs::PathPattern;
use super::grep::{invalid, searching};
use super::walk::{MAX_ENTRIES, Walk};
use crate::files::{FilePath, Stamp, Workspace};

/// The maximum number of files of a result.
const MAX_FILES: usize = 200;
/// The maximum length of a result, in bytes of UTF-8.
const MAX_TEXT: usize = 50_000;

/// The arguments of `glob_tool`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GlobArguments {
    /// A pattern of file paths, such as `**/*.md` or `src/**/*.{js,ts}`, or of file names alone, such as `*.md`. `*` matches within a
    /// name, `**` across folders. `**` alone matches every file.
    pub pattern: String,
    /// The folder at which the pattern starts, from the root. The root by default.
    #[serde(default)]
    pub path: FilePath,
}

/// The metadata of files that were found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GlobMetadata {
    /// The pattern.
    pub pattern: String,
    /// The folder at which it starts, from the root.
    pub path: String,
    /// The files, the last changed first.
    pub files: Vec<GlobFile>,
    /// The number of matching files.
    pub total: f64,
    /// Whether there are more than were returned.
    pub is_truncated: bool,
}

/// A file that was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GlobFile {
    /// The path from the root.
    pub path: String,
    /// The size in bytes.
    pub size: f64,
    /// The time of the last change, in milliseconds since 1970.
    pub last_modified: f64,
}

impl ResultMetadata for GlobMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("glob_tool");
}

/// Finds files by their paths.
pub struct GlobTool(pub Workspace);

impl Tool for GlobTool {
    type Arguments = GlobArguments;
    type Metadata = GlobMetadata;

    fn name(&self) -> &'static str {
        "glob_tool"
    }

    fn description(&self) -> &'static str {
        "Finds files whose paths match a pattern, the last changed first, each on a line from the root. Returns up to 200, visits \
         up to 50,000 files and folders, with a note about the rest. Use it to list files."
    }

    fn metadata(&self) -> ToolMetadata {
        searching()
    }

    async fn validate(
        &self,
        arguments: &GlobArguments,
        _state: &dyn State,
    ) -> Result<(), ToolFailure> {
        pattern(arguments).map(|_| ())
    }

    async fn execute(
        &self,
        arguments: GlobArguments,
        context: &ToolContext,
    ) -> ToolResult<GlobMetadata> {
        let pattern = pattern(&arguments)?;
        let mut walk = Walk::from(Rc::clone(&self.0.files), &arguments.path).await?;
        let above = arguments.path.names().len();
        let mut found = Vec::new();
        while let Some((path, source)) = walk.next(context).await {
            let names = path.names();
            if !pattern.fits(&names[above.min(names.len() - 1)..].join("/")) {
                continue;
            }
            match source.open().await {
                Ok(snapshot) => found.push((path, snapshot.stamp())),
                Err(_) => walk.skipped += 1,
            }
        }
        found.sort_by(|(one, before), (other, after)| {
            let by_time = after.last_modified.total_cmp(&before.last_modified);
            by_time.then_with(|| one.cmp(other))
        });
        Ok(output(&arguments, found, &walk))
    }

    fn tracing_attributes(&self, arguments: &GlobArguments) -> Vec<Attribute> {
        vec![Attribute::new("file.path", arguments.path.to_string())]
    }
}

fn pattern(arguments: &GlobArguments) -> Result<PathPattern, ToolFailure> {
    PathPattern::new(&arguments.pattern).map_err(|fault| invalid(format!("pattern {fault}")))
}

fn output(
    arguments: &GlobArguments,
    found: Vec<(FilePath, Stamp)>,
    walk: &Walk,
) -> ToolOutput<GlobMetadata> {
    let total = found.len();
    let mut files = Vec::new();
    let mut text = String::new();
    for (path, stamp) in found {
        let path = path.to_string();
        if files.len() == MAX_FILES || text.len() + path.len() > MAX_TEXT {
            break;
        }
        text.push_str(&path);
        text.push('\n');
        files.push(GlobFile {
            path,
            size: stamp.size as f64,
            last_modified: stamp.last_modified,
        });
    }
    let mut notes = Vec::new();
    if total == 0 {
        notes.push(format!(
            "None of the {} visited files and folders matches the pattern.",
            walk.seen()
        ));
    }
    if files.len() < total {
        notes.push(format!(
            "{} of {total} files: the others were changed earlier. Narrow it by the pattern or path.",
            files.len()
        ));
    }
    if walk.is_cut {
        notes.push(format!(
            "More than {MAX_ENTRIES} files and folders: the rest was not visited. Narrow it by path."
        ));
    }
    if walk.skipped > 0 {
        notes.push(format!("{} could not be read.", walk.skipped));
    }
    if !notes.is_empty() {
        let _written = write!(text, "[{}]", notes.join(" "));
    }
    ToolOutput::new(text.trim_end()).with(GlobMetadata {
        pattern: arguments.pattern.clone(),
        path: arguments.path.to_string(),
        is_truncated: files.len() < total || walk.is_cut,
        files,
        total: total as f64,
    })
}
