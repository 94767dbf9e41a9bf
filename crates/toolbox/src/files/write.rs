use ag_ui_lit::tool::{
    Approval, Attribute, Preview, ResultMetadata, State, Tool, ToolContext, ToolFailure,
    ToolMetadata, ToolOutput, ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::diff::unified;
use super::encoding::{LineEnding, TextForm};
use super::failures::{bytes, file_failure};
use super::path::FilePath;
use super::store::{FilesError, Stamp};
use super::workspace::{Workspace, refusal};

/// The arguments of `file_write`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileWriteArguments {
    /// The path of the file from the root, such as `notes/today.txt`. Missing folders are created.
    pub path: FilePath,
    /// All of the new content.
    pub content: String,
}

/// The metadata of a file that was written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FileWriteMetadata {
    /// The path from the root.
    pub path: String,
    /// The size in bytes.
    pub size: f64,
    /// Whether the file is new.
    pub is_new: bool,
    /// The encoding.
    pub encoding: String,
    /// The change in the unified format, cut if it is long.
    pub diff: String,
}

impl ResultMetadata for FileWriteMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("file_write");
}

/// Writes a complete file.
pub struct FileWrite(pub Workspace);

/// A planned write.
struct Planned {
    before: String,
    after: String,
    content: Vec<u8>,
    stamp: Option<Stamp>,
    form: TextForm,
}

impl Tool for FileWrite {
    type Arguments = FileWriteArguments;
    type Metadata = FileWriteMetadata;

    fn name(&self) -> &'static str {
        "file_write"
    }

    fn description(&self) -> &'static str {
        "Writes a text file as a whole, up to 8 MiB: a new one with the folders it is in, or one that you have read, unless it \
         was changed since. An existing file keeps its encoding, its byte order mark, and its CRLF line ends when you write plain line feeds. To change a \
         part of a file use file_edit."
    }

    fn metadata(&self) -> ToolMetadata {
        changing()
    }

    async fn validate(
        &self,
        arguments: &FileWriteArguments,
        state: &dyn State,
    ) -> Result<(), ToolFailure> {
        refusal(self.plan(arguments, state).await)
    }

    async fn preview(&self, arguments: &FileWriteArguments, state: &dyn State) -> Option<Preview> {
        let planned = self.plan(arguments, state).await.ok()?;
        Some(planned.preview(&arguments.path))
    }

    async fn execute(
        &self,
        arguments: FileWriteArguments,
        context: &ToolContext,
    ) -> ToolResult<FileWriteMetadata> {
        let path = &arguments.path;
        let (state, key) = (context.state(), self.0.key(path).await?);
        let _lock = self.0.lock(path, &key).await?;
        let planned = self.plan(&arguments, state).await?;
        self.0
            .put(path, &key, &planned.content, planned.stamp, state)
            .await?;
        let size = planned.content.len() as f64;
        let done = if planned.stamp.is_none() {
            "New file"
        } else {
            "Written"
        };
        let text = format!("{done}: {path}, {}.", bytes(size));
        Ok(ToolOutput::new(text).with(FileWriteMetadata {
            path: path.to_string(),
            size,
            is_new: planned.stamp.is_none(),
            encoding: planned.form.encoding.name().to_owned(),
            diff: planned.diff(path),
        }))
    }

    fn tracing_attributes(&self, arguments: &FileWriteArguments) -> Vec<Attribute> {
        vec![Attribute::new("file.path", arguments.path.to_string())]
    }
}

impl FileWrite {
    async fn plan(
        &self,
        arguments: &FileWriteArguments,
        state: &dyn State,
    ) -> Result<Planned, ToolFailure> {
        let FileWriteArguments { path, content } = arguments;
        let key = self.0.key(path).await?;
        match self.0.files.open(path).await {
            Ok(_) => {
                let whole = self.0.seen(path, &key, state).await?;
                let after = as_before(&whole.text, content);
                let content = Workspace::bytes_of(path, whole.form, &after)?;
                Ok(Planned {
                    before: whole.text,
                    after,
                    content,
                    stamp: Some(whole.stamp),
                    form: whole.form,
                })
            }
            Err(FilesError::NotFound) => Ok(Planned {
                before: String::new(),
                after: content.clone(),
                content: Workspace::bytes_of(path, TextForm::NEW, content)?,
                stamp: None,
                form: TextForm::NEW,
            }),
            Err(error) => Err(file_failure(&*self.0.files, path, error).await),
        }
    }
}

impl Planned {
    fn diff(&self, path: &FilePath) -> String {
        unified(&path.to_string(), &self.before, &self.after)
    }

    fn preview(&self, path: &FilePath) -> Preview {
        Preview::Diff {
            path: path.to_string(),
            diff: self.diff(path),
        }
    }
}

/// The model's text in the form of the file: with CRLF, if the text only has line feeds. The file has its own byte order
/// mark, so one in the text is not doubled.
fn as_before(before: &str, text: &str) -> String {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if LineEnding::of(before) == LineEnding::Crlf && LineEnding::of(text) == LineEnding::Lf {
        return text.replace('\n', "\r\n");
    }
    text.to_owned()
}

/// The metadata of tools that change files.
pub(super) fn changing() -> ToolMetadata {
    ToolMetadata {
        category: Some("files".to_owned()),
        tags: vec!["write".to_owned()],
        idempotent: Some(false),
        timeout: Some(60_000.0),
        approval: Some(Approval::Always),
        ..ToolMetadata::default()
    }
}
