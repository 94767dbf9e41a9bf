use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::{
    Attribute, Preview, ResultMetadata, State, Tool, ToolContext, ToolFailure, ToolMetadata,
    ToolOutput, ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::diff::unified;
use super::edit::{Edit, EditFault, Edited, apply};
use super::path::FilePath;
use super::workspace::{Whole, Workspace, refusal, refused};
use super::write::changing;

/// The maximum number of edits of one call.
pub const MAX_EDITS: usize = 100;

/// The arguments of `file_edit`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileEditArguments {
    /// The path of the file from the root, such as `notes/today.txt`.
    pub path: FilePath,
    /// The text to replace, exactly as in the file, with enough surrounding lines that it occurs only once. Without line
    /// numbers.
    pub old_text: String,
    /// The replacement. Empty to delete the text.
    pub new_text: String,
}

/// The arguments of `file_multi_edit`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileMultiEditArguments {
    /// The path of the file from the root, such as `notes/today.txt`.
    pub path: FilePath,
    /// The edits, 1 to 100, applied in this order.
    pub edits: Vec<Edit>,
}

/// The metadata of an edited file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FileEditMetadata {
    /// The path from the root.
    pub path: String,
    /// The size in bytes.
    pub size: f64,
    /// The line at which each edit began, in the text left by those before it; counted from 1.
    pub lines: Vec<f64>,
    /// The encoding.
    pub encoding: String,
    /// The change in the unified format, cut if it is long.
    pub diff: String,
}

impl ResultMetadata for FileEditMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("file_edit");
}

/// The metadata of a file with several edits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FileMultiEditMetadata(pub FileEditMetadata);

impl ResultMetadata for FileMultiEditMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("file_multi_edit");
}

/// Replaces one place of a file.
pub struct FileEdit(pub Workspace);

/// Replaces several places of a file, all or none.
pub struct FileMultiEdit(pub Workspace);

impl Tool for FileEdit {
    type Arguments = FileEditArguments;
    type Metadata = FileEditMetadata;

    fn name(&self) -> &'static str {
        "file_edit"
    }

    fn description(&self) -> &'static str {
        "Replaces one place of a text file that you have read: old_text must occur in exactly one place; otherwise nothing is \
         changed, and the error has the number of places and their lines. Line ends, encoding and the rest of the file stay unchanged."
    }

    fn metadata(&self) -> ToolMetadata {
        changing()
    }

    async fn validate(
        &self,
        arguments: &FileEditArguments,
        state: &dyn State,
    ) -> Result<(), ToolFailure> {
        let edits = [arguments.edit()];
        refusal(self.0.plan(&arguments.path, &edits, state).await)
    }

    async fn preview(&self, arguments: &FileEditArguments, state: &dyn State) -> Option<Preview> {
        self.0
            .preview(&arguments.path, &[arguments.edit()], state)
            .await
    }

    async fn execute(
        &self,
        arguments: FileEditArguments,
        context: &ToolContext,
    ) -> ToolResult<FileEditMetadata> {
        self.0
            .edit(&arguments.path, &[arguments.edit()], context)
            .await
    }

    fn tracing_attributes(&self, arguments: &FileEditArguments) -> Vec<Attribute> {
        vec![Attribute::new("file.path", arguments.path.to_string())]
    }
}

impl FileEditArguments {
    fn edit(&self) -> Edit {
        Edit {
            old_text: self.old_text.clone(),
            new_text: self.new_text.clone(),
        }
    }
}

impl Tool for FileMultiEdit {
    type Arguments = FileMultiEditArguments;
    type Metadata = FileMultiEditMetadata;

    fn name(&self) -> &'static str {
        "file_multi_edit"
    }

    fn description(&self) -> &'static str {
        "Makes up to 100 edits of one text file that you have read, all or none, in order: each applies to the text left by those \
         before it, so an edit may change the text of an earlier one. Each old_text must occur in exactly one place at its turn; \
         otherwise nothing is changed, and the error names the edit, the number of places and their lines."
    }

    fn metadata(&self) -> ToolMetadata {
        changing()
    }

    async fn validate(
        &self,
        arguments: &FileMultiEditArguments,
        state: &dyn State,
    ) -> Result<(), ToolFailure> {
        refusal(self.0.plan(&arguments.path, &arguments.edits, state).await)
    }

    async fn preview(
        &self,
        arguments: &FileMultiEditArguments,
        state: &dyn State,
    ) -> Option<Preview> {
        self.0
            .preview(&arguments.path, &arguments.edits, state)
            .await
    }

    async fn execute(
        &self,
        arguments: FileMultiEditArguments,
        context: &ToolContext,
    ) -> ToolResult<FileMultiEditMetadata> {
        let output = self
            .0
            .edit(&arguments.path, &arguments.edits, context)
            .await?;
        let (text, metadata) = output.into_parts();
        let output = ToolOutput::new(text);
        Ok(match metadata {
            Some(metadata) => output.with(FileMultiEditMetadata(metadata)),
            None => output,
        })
    }

    fn tracing_attributes(&self, arguments: &FileMultiEditArguments) -> Vec<Attribute> {
        vec![Attribute::new("file.path", arguments.path.to_string())]
    }
}

/// A file before and after its edits.
struct Planned {
    whole: Whole,
    edited: Edited,
    content: Vec<u8>,
}

impl Workspace {
    async fn plan(
        &self,
        path: &FilePath,
        edits: &[Edit],
        state: &dyn State,
    ) -> Result<Planned, ToolFailure> {
        check(edits)?;
        let key = self.key(path).await?;
        let whole = self.seen(path, &key, state).await?;
        let edited =
            apply(&whole.text, edits).map_err(|fault| no_edit(path, edits.len(), &fault))?;
        let content = Self::bytes_of(path, whole.form, &edited.text)?;
        Ok(Planned {
            whole,
            edited,
            content,
        })
    }

    async fn preview(&self, path: &FilePath, edits: &[Edit], state: &dyn State) -> Option<Preview> {
        let planned = self.plan(path, edits, state).await.ok()?;
        Some(Preview::Diff {
            path: path.to_string(),
            diff: planned.diff(path),
        })
    }

    async fn edit(
        &self,
        path: &FilePath,
        edits: &[Edit],
        context: &ToolContext,
    ) -> ToolResult<FileEditMetadata> {
        let (state, key) = (context.state(), self.key(path).await?);
        let _lock = self.lock(path, &key).await?;
        let planned = self.plan(path, edits, state).await?;
        let stamp = Some(planned.whole.stamp);
        self.put(path, &key, &planned.content, stamp, state).await?;
        let diff = planned.diff(path);
        let lines = &planned.edited.lines;
        let places: Vec<_> = lines.iter().take(10).map(usize::to_string).collect();
        let more = if lines.len() > 10 {
            " and further on"
        } else {
            ""
        };
        let text = format!(
            "Edited: {path}, at line{} {}{more}.\n\n{diff}",
            if lines.len() == 1 { "" } else { "s" },
            places.join(", ")
        );
        Ok(ToolOutput::new(text.trim_end()).with(FileEditMetadata {
            path: path.to_string(),
            size: planned.content.len() as f64,
            lines: lines.iter().map(|line| *line as f64).collect(),
            encoding: planned.whole.form.encoding.name().to_owned(),
            diff,
        }))
    }
}

impl Planned {
    fn diff(&self, path: &FilePath) -> String {
        unified(&path.to_string(), &self.whole.text, &self.edited.text)
    }
}

/// Faults of edits that do not depend on the file.
fn check(edits: &[Edit]) -> Result<(), ToolFailure> {
    let invalid =
        |message: String| Err(ToolFailure::new(message).category(ToolErrorCategory::Validation));
    if edits.is_empty() || edits.len() > MAX_EDITS {
        return invalid(format!(
            "edits has {} items, and must have 1 to {MAX_EDITS}",
            edits.len()
        ));
    }
    for (index, edit) in edits.iter().enumerate() {
        let which = which(index, edits.len());
        if edit.old_text.is_empty() {
            return invalid(format!(
                "{which}old_text is empty, and must be text that is in the file; file_write writes a file as a whole"
            ));
        }
        if edit.old_text == edit.new_text {
            return invalid(format!(
                "{which}new_text is the same as old_text, so nothing would change"
            ));
        }
    }
    Ok(())
}

fn no_edit(path: &FilePath, count: usize, fault: &EditFault) -> ToolFailure {
    let which = which(fault.index, count);
    let code = if fault.matches == 0 {
        "no_match"
    } else {
        "several_matches"
    };
    let message = format!(
        "{which}old_text {}. The file {path} is unchanged.",
        fault.reason
    );
    refused(message, code)
}

fn which(index: usize, count: usize) -> String {
    if count == 1 {
        String::new()
    } else {
        format!("Edit {} of {count}: ", index + 1)
    }
}
