use std::rc::Rc;

use ag_ui_lit::tool::{
    FileAccessTracker, McpTool, PageState, RunningExecution, State, ToolSummary,
};
use ag_ui_lit::wasm::tools::{PageEnvironment, property};
use encoding_rs::{Encoding, REPLACEMENT, UTF_16BE, UTF_16LE};
use js_sys::Array;
use serde_json::Value;
use wasm_bindgen::prelude::*;
use web_sys::FileSystemDirectoryHandle;

use super::definitions;
use super::page_files::{PageFiles, Root};
use crate::files::{
    DEFAULT_LEGACY, FileEdit, FileMultiEdit, FilePath, FileRead, FileWrite, Workspace,
};
use crate::search::{GlobTool, GrepTool};

/// `file_read`, `file_write`, `file_edit`, `file_multi_edit`.
pub fn file_tools(options: JsValue) -> Result<Array, JsError> {
    let workspace = workspace(&options)?;
    definitions(
        vec![
            Rc::new(FileRead(workspace.clone())),
            Rc::new(FileWrite(workspace.clone())),
            Rc::new(FileEdit(workspace.clone())),
            Rc::new(FileMultiEdit(workspace)),
        ],
        &state(options),
    )
}

/// `grep_tool`, `glob_tool`.
pub fn search_tools(options: JsValue) -> Result<Array, JsError> {
    let workspace = workspace(&options)?;
    definitions(
        vec![
            Rc::new(GrepTool(workspace.clone())),
            Rc::new(GlobTool(workspace)),
        ],
        &state(options),
    )
}

fn workspace(options: &JsValue) -> Result<Workspace, JsError> {
    let may_write = !property(options, "readOnly").is_truthy();
    let files = PageFiles::new(root(&property(options, "root"))?, may_write);
    Ok(Workspace {
        files: Rc::new(files),
        legacy: encoding(&property(options, "encoding"))?,
    })
}

fn root(given: &JsValue) -> Result<Root, JsError> {
    if given.as_string().as_deref() == Some("opfs") {
        return Ok(Root::Opfs(FilePath::root()));
    }
    if let Some(folder) = property(given, "opfs").as_string() {
        let path = FilePath::parse(&folder)
            .map_err(|fault| JsError::new(&format!("root.opfs {fault}.")))?;
        return Ok(Root::Opfs(path));
    }
    if property(given, "kind").as_string().as_deref() == Some("directory") {
        return Ok(Root::Picked(
            given.clone().unchecked_into::<FileSystemDirectoryHandle>(),
        ));
    }
    Err(JsError::new(
        "root must be \"opfs\", { opfs: \"a folder\" } or a FileSystemDirectoryHandle.",
    ))
}

fn encoding(given: &JsValue) -> Result<&'static Encoding, JsError> {
    if given.is_undefined() {
        return Ok(DEFAULT_LEGACY);
    }
    let label = given.as_string().unwrap_or_default();
    Encoding::for_label(label.as_bytes())
        .filter(|encoding| ![REPLACEMENT, UTF_16BE, UTF_16LE].contains(encoding))
        .ok_or_else(|| {
            JsError::new(
                "encoding must be a label of the Encoding Standard, such as windows-1252 or shift_jis; UTF-16 needs no label, but a byte \
                 order mark.",
            )
        })
}

thread_local! {
    /// One tracker for all tools of the page: a file that one has read another may change.
    static TRACKER: Rc<FileAccessTracker> = Rc::default();
}

/// The page's state, with the tracker that all file tools share.
struct SharedState {
    page: PageEnvironment,
    tracker: Rc<FileAccessTracker>,
}

fn state(options: JsValue) -> Rc<dyn State> {
    Rc::new(SharedState {
        page: PageEnvironment::of(options),
        tracker: TRACKER.with(Rc::clone),
    })
}

impl State for SharedState {
    fn tools(&self) -> Vec<ToolSummary> {
        self.page.tools()
    }

    fn config(&self) -> Value {
        self.page.config()
    }

    fn file_access(&self) -> &FileAccessTracker {
        &self.tracker
    }

    fn running(&self) -> Vec<RunningExecution> {
        self.page.running()
    }

    fn page(&self) -> Option<PageState> {
        self.page.page()
    }

    fn mcp_tools(&self) -> Vec<McpTool> {
        self.page.mcp_tools()
    }
}
