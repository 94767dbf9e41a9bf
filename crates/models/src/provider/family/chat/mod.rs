//! The common parts of chat completions: `OpenAI`'s, and those of vendors with the same format.

mod pieces;

use crate::provider::calls::{Call, Given, Reading, first, list, name};
use crate::provider::json::{Json, object, text};
use crate::provider::lower::ToolInfo;

/// A tool, as a function.
pub fn tool(tool: &ToolInfo, name: &str, schema: Json, is_strict: bool) -> Json {
    let members = [
        ("name", text(name)),
        ("description", text(&tool.description)),
        ("parameters", schema),
    ];
    let strict = is_strict.then_some(("strict", Json::Bool(true)));
    object([
        ("type", text("function")),
        ("function", object(members.into_iter().chain(strict))),
    ])
}

/// The calls of a completion, or of the message of one.
pub fn calls(answer: &Json, reading: &mut Reading) -> Vec<Call> {
    let choice = list(answer, "choices").next();
    let message = choice
        .and_then(|choice| choice.get("message"))
        .unwrap_or(answer);
    functions(message, "tool_calls", reading)
}

/// The function calls of a message, in the format that AG-UI shares.
pub fn functions(message: &Json, key: &str, reading: &mut Reading) -> Vec<Call> {
    let calls = list(message, key).filter(|call| call.get("function").is_some());
    let calls: Vec<_> = calls
        .map(|call| {
            let function = call.get("function").unwrap_or(&Json::Null);
            let id = match name(call, "id") {
                // Some compatible servers send none.
                "" => reading.make_id(),
                id => id.to_owned(),
            };
            reading.call(
                &id,
                name(function, "name"),
                Given::needed(function.get("arguments")),
            )
        })
        .collect();
    calls
}

/// The reason for which a completion or a chunk ends.
pub fn ending(event: &Json) -> &str {
    if matches!(event.get("error"), Some(Json::Object(_))) {
        "error"
    } else {
        first(event, "choices", "finish_reason")
    }
}
