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

/// The result of a tool: text for the assistant with typed metadata, or a failure.
pub type ToolResult<M> = Result<ToolOutput<M>, ToolFailure>;

/// A tool written in Rust.
///
/// The arguments are one type: `serde` reads them and `schemars` describes them to the model, so the two can't differ. Rules
/// that a type can't express belong in [`validate`](Self::validate).
///
/// A tool keeps no state between calls. It uses its own fields, which are its options, and the [`State`].
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
    /// The type of the arguments. Reading must refuse everything that the schema refuses: use types that can't hold invalid
    /// values (`NonZeroU32`, enums, `#[serde(deny_unknown_fields)]`).
    type Arguments: DeserializeOwned + JsonSchema;

    /// The typed metadata of results; `()` for none.
    type Metadata: ResultMetadata;

    /// The name: 1 to 64 of `A-Z a-z 0-9 _ -`.
    fn name(&self) -> &str;

    /// The tool's name outside of the model, such as `flights-mcp::search-flights`: 1 to 128 of `A-Z a-z 0-9 _ - . : /`.
    /// None by default.
    fn id(&self) -> Option<&str> {
        None
    }

    /// The description for the model, with the effect of the tool and when to call it: 1 to 1,024 characters.
    fn description(&self) -> &str;

    /// The metadata for the page.
    fn metadata(&self) -> ToolMetadata {
        ToolMetadata::default()
    }

    /// Checks rules that the schema can't express: permissions, and the current state. Runs before a person is asked and
    /// before the tool executes. The state may change in between, so `execute` must not rely on these checks.
    ///
    /// # Errors
    ///
    /// The reason for refusing the call, in a message that describes allowed calls. In a page its category is always
    /// `validation`, and only message and `issues` arrive: a Standard Schema has nothing else. Natively the default category
    /// is `validation`.
    fn validate(
        &self,
        _arguments: &Self::Arguments,
        _state: &dyn State,
    ) -> impl Future<Output = Result<(), ToolFailure>> {
        std::future::ready(Ok(()))
    }

    /// The preview of a call for the person who decides; by default its arguments.
    fn preview(
        &self,
        _arguments: &Self::Arguments,
        _state: &dyn State,
    ) -> impl Future<Output = Option<Preview>> {
        std::future::ready(None)
    }

    /// Executes the tool. The future is dropped at its next await when the call is aborted or has timed out: do not hold
    /// anything across an await that must not be left half done.
    ///
    /// # Errors
    ///
    /// The failure. The assistant reads its message.
    fn execute(
        &self,
        arguments: Self::Arguments,
        context: &ToolContext,
    ) -> impl Future<Output = ToolResult<Self::Metadata>>;

    /// The attributes in a trace of a call with these arguments. They must not contain secrets: traces leave the page.
    fn tracing_attributes(&self, _arguments: &Self::Arguments) -> Vec<Attribute> {
        Vec::new()
    }
}

/// The effect of a call, for the person who decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(all(feature = "tools", target_arch = "wasm32"), derive(tsify::Tsify))]
pub enum Preview {
    /// A text.
    Text {
        /// The text.
        text: String,
    },
    /// The change of a file.
    Diff {
        /// The file.
        path: String,
        /// The change in the unified format, with three lines around each hunk.
        diff: String,
    },
}
