use std::fmt::Write as _;
use std::num::NonZeroU32;
use std::rc::Rc;

use ag_ui_lit::tool::{
    Attribute, ResultMetadata, Tool, ToolContext, ToolMetadata, ToolOutput, ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::encoding::{Content, LineEnding, TextForm};
use super::failures::{bytes, file_failure};
use super::held::Held;
use super::lines::LineReader;
use super::path::FilePath;
use super::store::{FilesError, Snapshot};
use super::workspace::{MAX_WHOLE, Workspace, version_of};

/// The maximum number of lines of one result.
pub const MAX_LINES: u32 = 2000;
/// The maximum length of a line, in bytes of UTF-8.
pub const MAX_LINE: usize = 2000;
/// The maximum length of all lines, in bytes of UTF-8.
pub const MAX_TEXT: usize = 100_000;

/// The arguments of `file_read`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileReadArguments {
    /// The path of the file from the root, such as `notes/today.txt`.
    pub path: FilePath,
    /// The first line to read, counted from 1. 1 by default.
    #[serde(default)]
    pub offset: Option<NonZeroU32>,
    /// The number of lines, 2000 by default and at most.
    #[serde(default)]
    pub limit: Option<NonZeroU32>,
}

/// The metadata of a file that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FileReadMetadata {
    /// The path from the root.
    pub path: String,
    /// The size in bytes.
    pub size: f64,
    /// Whether the file is not text.
    pub is_binary: bool,
    /// The first returned line, counted from 1.
    pub offset: f64,
    /// The number of returned lines.
    pub lines: f64,
    /// The number of all lines, if the end was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_lines: Option<f64>,
    /// Whether there are more lines, or some were cut.
    pub is_truncated: bool,
    /// The encoding, such as `UTF-8`; `None` for a binary file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Whether the file starts with a byte order mark.
    pub has_bom: bool,
    /// The line ends of the lines that were read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_ending: Option<LineEnding>,
}

impl ResultMetadata for FileReadMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("file_read");
}

/// Reads lines of a file, with their numbers.
pub struct FileRead(pub Workspace);

impl Tool for FileRead {
    type Arguments = FileReadArguments;
    type Metadata = FileReadMetadata;

    fn name(&self) -> &'static str {
        "file_read"
    }

    fn description(&self) -> &'static str {
        "Reads a text file: each line with its number and a tab before it, which are not part of the file. Returns up to 2000 \
         lines and 100,000 bytes, and up to 2000 bytes of a line, with a note about the rest. Use offset and limit to read on, or to read a part of a large file. A \
         binary file is described. Read a file before you change it."
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            category: Some("files".to_owned()),
            tags: vec!["read".to_owned()],
            idempotent: Some(true),
            timeout: Some(60_000.0),
            ..ToolMetadata::default()
        }
    }

    async fn execute(
        &self,
        arguments: FileReadArguments,
        context: &ToolContext,
    ) -> ToolResult<FileReadMetadata> {
        let path = &arguments.path;
        let key = self.0.key(path).await?;
        let snapshot = self.0.open(path).await?;
        match self.read(&arguments, &key, snapshot, context).await {
            Ok(output) => Ok(output),
            Err(error) => Err(file_failure(&*self.0.files, path, error).await),
        }
    }

    fn tracing_attributes(&self, arguments: &FileReadArguments) -> Vec<Attribute> {
        vec![Attribute::new("file.path", arguments.path.to_string())]
    }
}

impl FileRead {
    async fn read(
        &self,
        arguments: &FileReadArguments,
        key: &str,
        snapshot: Rc<dyn Snapshot>,
        context: &ToolContext,
    ) -> Result<ToolOutput<FileReadMetadata>, FilesError> {
        let stamp = snapshot.stamp();
        let is_whole = stamp.size <= MAX_WHOLE;
        let sample = self.0.whole_or_edges(&*snapshot).await?;
        let version = version_of(stamp, &sample);
        let beginning = if is_whole {
            &sample[..]
        } else {
            &sample[..sample.len() / 2]
        };
        let Content::Text(form) = Content::of(beginning, is_whole, self.0.legacy) else {
            return Ok(binary(&arguments.path, stamp.size, beginning));
        };
        let snapshot = if is_whole {
            Rc::new(Held::new(sample, stamp))
        } else {
            snapshot
        };
        let part = part(arguments, snapshot, form, context).await?;
        context.state().file_access().record(key, version);
        Ok(shown(&arguments.path, stamp.size, form, part))
    }
}

/// Some lines of a file.
struct Part {
    text: String,
    offset: u64,
    lines: u64,
    total: Option<u64>,
    has_cut_lines: bool,
    is_damaged: bool,
    ending: LineEnding,
}

async fn part(
    arguments: &FileReadArguments,
    snapshot: Rc<dyn Snapshot>,
    form: TextForm,
    context: &ToolContext,
) -> Result<Part, FilesError> {
    let offset = u64::from(arguments.offset.map_or(1, NonZeroU32::get));
    let limit = arguments.limit.map_or(MAX_LINES, NonZeroU32::get);
    let limit = u64::from(limit.min(MAX_LINES));
    let can_count = snapshot.stamp().size <= MAX_WHOLE;
    let mut reader = LineReader::new(snapshot, form, MAX_LINE);
    let mut text = String::new();
    let (mut number, mut lines, mut has_cut_lines, mut is_full) = (0, 0, false, false);
    let total = loop {
        let Some(line) = reader.next().await? else {
            break Some(number);
        };
        number += 1;
        if number % 500_000 == 0 {
            context.report_progress(serde_json::json!({ "linesRead": number }));
        }
        if number < offset {
            continue;
        }
        is_full = is_full || lines == limit || text.len() + line.text.len() > MAX_TEXT;
        if is_full && !can_count {
            break None;
        }
        if is_full {
            continue;
        }
        lines += 1;
        has_cut_lines |= line.missing > 0;
        let _written = write!(text, "{number:>6}\t{}", line.text);
        if line.missing > 0 {
            let _written = write!(text, "[… {} characters more]", line.missing);
        }
        text.push('\n');
    };
    Ok(Part {
        text,
        offset,
        lines,
        total,
        has_cut_lines,
        is_damaged: reader.is_damaged,
        ending: reader.ending(),
    })
}

fn shown(path: &FilePath, size: u64, form: TextForm, part: Part) -> ToolOutput<FileReadMetadata> {
    let last = part.offset + part.lines - 1;
    let has_more = part.total.is_none_or(|total| last < total);
    let mut notes = Vec::new();
    match part.total {
        Some(0) => notes.push("The file is empty.".to_owned()),
        Some(total) if part.lines == 0 && part.offset > total => notes.push(format!(
            "The file has {total} lines: there is no line {}.",
            part.offset
        )),
        Some(total) if has_more => notes.push(format!(
            "Lines {} to {last} of {total}. Call file_read with offset {} to read on.",
            part.offset,
            last + 1
        )),
        None => notes.push(format!(
            "Lines {} to {last} of a file of {}; there are more. Call file_read with offset {} to read on, or grep_tool to find a place.",
            part.offset,
            bytes(size as f64),
            last + 1
        )),
        Some(_) => {}
    }
    if form != TextForm::NEW {
        notes.push(format!("Read as {}.", form.label()));
    }
    match part.ending {
        LineEnding::Crlf => notes.push(
            "Lines end in CRLF, and stay so when you edit them with plain line feeds.".to_owned(),
        ),
        LineEnding::Mixed => notes
            .push("Some lines end in CRLF and some in LF; edits keep each as it is.".to_owned()),
        LineEnding::Lf | LineEnding::None => {}
    }
    if part.is_damaged {
        notes.push(format!(
            "Some bytes are not {}: they are shown as \u{FFFD}, and the file can't be changed by these tools.",
            form.label()
        ));
    }
    let mut text = part.text;
    for note in notes {
        let _written = writeln!(text, "[{note}]");
    }
    ToolOutput::new(text.trim_end_matches('\n')).with(FileReadMetadata {
        path: path.to_string(),
        size: size as f64,
        is_binary: false,
        offset: part.offset as f64,
        lines: part.lines as f64,
        total_lines: part.total.map(|total| total as f64),
        is_truncated: (has_more && part.total != Some(0)) || part.has_cut_lines,
        encoding: Some(form.encoding.name().to_owned()),
        has_bom: form.has_bom,
        line_ending: Some(part.ending),
    })
}

fn binary(path: &FilePath, size: u64, beginning: &[u8]) -> ToolOutput<FileReadMetadata> {
    let first: Vec<_> = beginning
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let text = format!(
        "[{path} is binary{}: {}, beginning with the bytes {}. It can't be read as text, nor changed by these tools. If it is \
         text in another encoding, the page can configure that encoding.]",
        kind(beginning).map_or_else(String::new, |kind| format!(" ({kind})")),
        bytes(size as f64),
        first.join(" ")
    );
    ToolOutput::new(text).with(FileReadMetadata {
        path: path.to_string(),
        size: size as f64,
        is_binary: true,
        offset: 1.0,
        lines: 0.0,
        total_lines: None,
        is_truncated: true,
        encoding: None,
        has_bom: false,
        line_ending: None,
    })
}

/// The type of a file by its first bytes, among common ones.
fn kind(beginning: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 11] = [
        (b"\x89PNG", "PNG image"),
        (b"\xff\xd8\xff", "JPEG image"),
        (b"GIF8", "GIF image"),
        (b"RIFF", "RIFF: WebP, WAV or AVI"),
        (b"%PDF", "PDF document"),
        (b"PK\x03\x04", "ZIP archive, or a document that is one"),
        (b"\x1f\x8b", "gzip archive"),
        (b"\0asm", "WebAssembly module"),
        (b"SQLite format 3", "SQLite database"),
        (b"\xff\xfe\0\0", "UTF-32 text"),
        (b"wOF", "web font"),
    ];
    KINDS
        .iter()
        .find(|(magic, _)| beginning.starts_with(magic))
        .map(|(_, kind)| *kind)
}
