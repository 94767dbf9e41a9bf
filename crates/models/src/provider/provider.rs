use thiserror::Error;

use super::apis::{Target, strict_names};
use super::calls::{Call, CallStream, Finding, Outcome, Reading, ResultImage, calls_of};
use super::json::{Json, object};
use super::loss::Loss;
use super::lower::{ToolInfo, lower};
use ag_ui_lit::json::SyntaxError;

/// Tools for one API, its calls, and their results. Values cross as JSON text.
///
/// # Examples
///
/// ```
/// use ag_ui_lit_models::provider::{Provider, Target};
///
/// let mut provider = Provider::new(Target::OpenAiChat, true)?;
/// let lowered = provider.lower(
///     r#"[{"name": "greet", "description": "Greets.", "parameters":
///         {"type": "object", "properties": {"name": {"type": "string"}}}}]"#,
/// )?;
/// assert!(lowered.contains(r#""name":{"type":["string","null"]}"#));
///
/// let calls = provider.lift(
///     r#"{"tool_calls": [{"id": "c1", "type": "function",
///         "function": {"name": "greet", "arguments": "{\"name\":null}"}}]}"#,
/// )?;
/// assert!(calls.contains(r#""argsText":"{}""#));
/// # Ok::<(), ag_ui_lit_models::provider::ProviderError>(())
/// ```
#[derive(Debug)]
pub struct Provider {
    target: Target,
    is_strict: bool,
    reading: Reading,
}

/// The reason why a provider can't do what was requested.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProviderError {
    /// The input can't be read.
    #[error("the input can't be read: {0}")]
    Syntax(#[from] SyntaxError),
    /// The API has no strict mode.
    #[error("{0} has no strict mode; {list} have", list = strict_names())]
    NoStrictMode(&'static str),
    /// The input is not of the expected kind.
    #[error("{0}")]
    Shape(&'static str),
}

impl Provider {
    /// A provider for an API. In strict mode the API enforces the schema of each tool that can be expressed in it.
    ///
    /// # Errors
    ///
    /// If the API has no strict mode.
    pub fn new(target: Target, is_strict: bool) -> Result<Self, ProviderError> {
        if is_strict && !target.has_strict_mode() {
            return Err(ProviderError::NoStrictMode(target.name()));
        }
        Ok(Self {
            target,
            is_strict,
            reading: Reading::default(),
        })
    }

    /// Encodes tools, a list of `{ name, description, parameters, idempotent? }`, and returns `{ tools, losses }`. Later
    /// calls are decoded by the most recent tools.
    ///
    /// # Errors
    ///
    /// If `tools` is not such a list.
    pub fn lower(&mut self, tools: &str) -> Result<String, ProviderError> {
        let tools = Json::read(tools)?;
        let tools: Vec<_> = tools
            .as_array()
            .ok_or(ProviderError::Shape("tools must be a list"))?
            .iter()
            .map(tool_info)
            .collect::<Option<_>>()
            .ok_or(ProviderError::Shape(
                "each tool must have a name, a description and parameters",
            ))?;
        let api = self.target.api();
        let (lowered, losses) = lower(api, self.is_strict, &tools);
        for (tool, lowered) in tools.iter().zip(&lowered) {
            self.reading.names.record(&tool.name, &lowered.name);
            match &lowered.undo {
                Some(undo) => self.reading.undo.insert(tool.name.clone(), undo.clone()),
                None => self.reading.undo.remove(&tool.name),
            };
            if takes_nothing(&tool.parameters) {
                self.reading.bare.insert(tool.name.clone());
            } else {
                self.reading.bare.remove(&tool.name);
            }
        }
        let sent: Vec<_> = lowered.into_iter().map(|lowered| lowered.tool).collect();
        let losses = losses.iter().map(Loss::to_json).collect();
        let output = object([
            ("tools", Json::Array(api.tools(sent))),
            ("losses", Json::Array(losses)),
        ]);
        Ok(output.to_string())
    }

    /// Decodes the calls of a whole answer: a list of `{ toolCallId, toolCallName, argsText, args?, issue? }`. An answer
    /// without calls gives an empty list.
    ///
    /// # Errors
    ///
    /// If the text is not JSON.
    pub fn lift(&mut self, answer: &str) -> Result<String, ProviderError> {
        let answer = Json::read(answer)?;
        let calls = calls_of(self.target, &answer, &mut self.reading);
        Ok(Json::Array(calls.iter().map(Call::to_json).collect()).to_string())
    }

    /// A reader for an answer that is still arriving.
    #[must_use]
    pub fn stream(&self) -> CallStream {
        CallStream::new(self.target)
    }

    /// Decodes the next event of an answer: a list of findings about its calls.
    ///
    /// # Errors
    ///
    /// If the text is not JSON. The stream continues.
    pub fn push(&mut self, stream: &mut CallStream, event: &str) -> Result<String, ProviderError> {
        let event = Json::read(event).inspect_err(|_| stream.lose())?;
        let findings = stream.push(&event, &mut self.reading);
        Ok(Json::Array(findings.iter().map(Finding::to_json).collect()).to_string())
    }

    /// Ends an answer: a list of final findings about its calls.
    pub fn end(&self, stream: &mut CallStream) -> String {
        let findings = stream.end(&self.reading);
        Json::Array(findings.iter().map(Finding::to_json).collect()).to_string()
    }

    /// Encodes results as the API's messages, from a list of `{ toolCallId, toolCallName, issue?, outcome? }` with outcomes
    /// `{ success, text, images? }`. A call without an outcome is answered as not run.
    ///
    /// # Errors
    ///
    /// If `results` is not such a list.
    pub fn results(&mut self, results: &str) -> Result<String, ProviderError> {
        let results = Json::read(results)?;
        let results: Vec<_> = results
            .as_array()
            .ok_or(ProviderError::Shape("results must be a list"))?
            .iter()
            .map(result_of)
            .collect();
        let api = self.target.api();
        let results: Vec<_> = results
            .iter()
            .map(|(call, outcome)| (call, outcome.for_api(api)))
            .collect();
        Ok(api.results(&mut self.reading, &results).to_string())
    }
}

/// Returns true if a schema describes no members.
fn takes_nothing(schema: &Json) -> bool {
    let is_empty = |members: &Json| {
        members
            .as_object()
            .is_some_and(indexmap::IndexMap::is_empty)
    };
    let holds = ["$ref", "allOf", "anyOf", "oneOf", "patternProperties"];
    schema.get("properties").is_none_or(is_empty)
        && !holds.iter().any(|keyword| schema.get(keyword).is_some())
        && !matches!(schema.get("additionalProperties"), Some(Json::Object(_)))
}

fn tool_info(tool: &Json) -> Option<ToolInfo> {
    let text = |key: &str| tool.get(key)?.as_str().map(str::to_owned);
    let parameters = tool.get("parameters")?;
    parameters.as_object()?;
    Some(ToolInfo {
        name: text("name")?,
        description: text("description")?,
        parameters: parameters.clone(),
        idempotent: match tool.get("idempotent") {
            Some(Json::Bool(idempotent)) => Some(*idempotent),
            _ => None,
        },
    })
}

fn result_of(result: &Json) -> (Call, Outcome) {
    let text_of = |holder: &Json, key: &str| {
        let text = holder.get(key).and_then(Json::as_str);
        text.unwrap_or_default().to_owned()
    };
    let issue = result
        .get("issue")
        .and_then(Json::as_str)
        .map(str::to_owned);
    let outcome = match result.get("outcome") {
        Some(outcome @ Json::Object(_)) => Outcome {
            is_success: outcome.get("success") == Some(&Json::Bool(true)),
            text: text_of(outcome, "text"),
            images: outcome
                .get("images")
                .map(Json::items)
                .into_iter()
                .flatten()
                .map(|image| ResultImage {
                    data: text_of(image, "data"),
                    mime: text_of(image, "mimeType"),
                })
                .collect(),
        },
        _ => Outcome::missing(issue.as_deref()),
    };
    let call = Call {
        id: text_of(result, "toolCallId"),
        name: text_of(result, "toolCallName"),
        text: String::new(),
        arguments: None,
        issue,
    };
    (call, outcome)
}
