use std::future::Future;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::attribute::Attribute;
use super::context::ToolContext;
use super::failure::ToolFailure;
use super::metadata::ToolMetadata;
use super::output::{ResultMetadata, ToolOutput};
use super::state::State;

/// The result of a tool: text for the assistant with typed metadata, or the failure.
pub type ToolResult<M> = Result<ToolOutput<M>, ToolFailure>;

/// A tool written in Rust.
///
/// Its arguments are one type: `serde` reads them and `schemars` describes them to the model, so the two can't differ. What a
/// type can't say is checked by [`validate`](Self::validate).
///
/// A tool keeps no state between calls: what it needs to know it finds in its own fields, which are its options, and in the
/// [`State`].
///
/// # Examples
///
/// ```
/// use ag_ui_lit::tool::{Tool, ToolContext, ToolOutput, ToolResult};
/// use schemars::JsonSchema;
/// use serde::Deserialize;
///
/// /// What `count_words` takes.
/// #[derive(Deserialize, JsonSchema)]
/// #[serde(deny_unknown_fields)]
/// struct Arguments {
///     /// The text whose words are counted.
///     text: String,
/// }
///
/// struct CountWords;
///
/// impl Tool for CountWords {
///     type Arguments = Arguments;
///     type Metadata = ();
///
///     fn name(&self) -> &str {
///         "count_words"
///     }
///
///     fn description(&self) -> &str {
///         "Counts the words of a text. Call it when the exact number matters."
///     }
///
///     async fn execute(&self, arguments: Arguments, _context: &ToolContext) -> ToolResult<()> {
///         let count = arguments.text.split_whitespace().count();
///         Ok(ToolOutput::new(format!("{count} words")))
///     }
/// }
/// ```
pub trait Tool: 'static {
    /// What the model gives. Reading it refuses what the schema refuses: use types that can't hold what is not allowed
    /// (`NonZeroU32`, enums, `#[serde(deny_unknown_fields)]`).
    type Arguments: DeserializeOwned + JsonSchema;

    /// The typed metadata of its results; `()` for none.
    type Metadata: ResultMetadata;

    /// 1 to 64 of `A-Z a-z 0-9 _ -`.
    fn name(&self) -> &str;

    /// What the tool is called outside of the model, such as `flights-mcp::search-flights`: 1 to 128 of
    /// `A-Z a-z 0-9 _ - . : /`. By default there is none.
    fn id(&self) -> Option<&str> {
        None
    }

    /// 1 to 1,024 characters: what it does and when to call it, for the model.
    fn description(&self) -> &str;

    /// Its metadata for the page.
    fn metadata(&self) -> ToolMetadata {
        ToolMetadata::default()
    }

    /// Checks what the schema can't say: permissions, and the state of things. Runs before a person is asked and before the tool
    /// executes. What it found may have changed by then, so `execute` relies on nothing it has not seen itself.
    ///
    /// # Errors
    ///
    /// Why the call is refused, in words that say what would be allowed. In a page its category is always `validation`, and of the
    /// rest only message and `issues` get there: a Standard Schema has no more to say. Natively it is `validation` unless said.
    fn validate(
        &self,
        _arguments: &Self::Arguments,
        _state: &dyn State,
    ) -> impl Future<Output = Result<(), ToolFailure>> {
        std::future::ready(Ok(()))
    }

    /// The preview of a call for the person who is asked; by default its arguments.
    fn preview(
        &self,
        _arguments: &Self::Arguments,
        _state: &dyn State,
    ) -> impl Future<Output = Option<Preview>> {
        std::future::ready(None)
    }

    /// Does the work. It is dropped at its next await when the call is aborted or has timed out: hold nothing across an await
    /// that must not be left half done.
    ///
    /// # Errors
    ///
    /// Why it failed; the assistant reads the message.
    fn execute(
        &self,
        arguments: Self::Arguments,
        context: &ToolContext,
    ) -> impl Future<Output = ToolResult<Self::Metadata>>;

    /// The attributes in a trace of a call with these arguments. No secrets: traces leave the page.
    fn tracing_attributes(&self, _arguments: &Self::Arguments) -> Vec<Attribute> {
        Vec::new()
    }
}

/// The effect of a call, for the person who decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(all(feature = "tools", target_arch = "wasm32"), derive(tsify::Tsify))]
pub enum Preview {
    /// In words.
    Text {
        /// The words.
        text: String,
    },
    /// A file's change.
    Diff {
        /// The file.
        path: String,
        /// The change in the unified format, with three lines around each hunk.
        diff: String,
    },
}
