use super::call::{Call, Given, Reading};
use crate::provider::json::Json;
use crate::provider::target::Target;

/// The calls of a whole answer, in its order. What is no call is passed over.
pub fn calls_of(target: Target, answer: &Json, reading: &mut Reading) -> Vec<Call> {
    match target {
        Target::Anthropic => list(answer, "content")
            .filter(|block| kind(block) == "tool_use")
            .map(|block| {
                reading.call(
                    name(block, "id"),
                    name(block, "name"),
                    Given::of(block.get("input")),
                )
            })
            .collect(),
        Target::OpenAiChat => {
            let choice = list(answer, "choices").next();
            let message = choice
                .and_then(|choice| choice.get("message"))
                .unwrap_or(answer);
            functions(message, "tool_calls", reading)
        }
        Target::OpenAiResponses => list(answer, "output")
            .filter(|item| kind(item) == "function_call")
            .map(|item| {
                reading.call(
                    name(item, "call_id"),
                    name(item, "name"),
                    Given::of(item.get("arguments")),
                )
            })
            .collect(),
        Target::Gemini => gemini(answer, reading),
        Target::Mcp | Target::WebMcp => vec![request(answer, reading)],
        Target::AgUi => functions(answer, "toolCalls", reading),
    }
}

/// Calls in the form that `OpenAI` gave them first.
fn functions(message: &Json, key: &str, reading: &mut Reading) -> Vec<Call> {
    let calls = list(message, key).filter(|call| call.get("function").is_some());
    let calls: Vec<_> = calls
        .map(|call| {
            let function = call.get("function").unwrap_or(&Json::Null);
            let id = match name(call, "id") {
                // Some servers that are compatible give none.
                "" => reading.make_id(),
                id => id.to_owned(),
            };
            reading.call(
                &id,
                name(function, "name"),
                Given::of(function.get("arguments")),
            )
        })
        .collect();
    calls
}

/// Gemini's calls may have no id.
pub fn gemini(answer: &Json, reading: &mut Reading) -> Vec<Call> {
    let content = list(answer, "candidates")
        .next()
        .and_then(|first| first.get("content"));
    let parts = list(content.unwrap_or(answer), "parts");
    let calls = parts.filter_map(|part| part.get("functionCall"));
    calls
        .map(|call| {
            let id = match name(call, "id") {
                "" => reading.make_id(),
                id => id.to_owned(),
            };
            let mut read = reading.call(&id, name(call, "name"), Given::of(call.get("args")));
            if call.get("partialArgs").is_some() || call.get("willContinue") == Some(&Json::Bool(true)) {
                let issue = "The arguments come in parts by JSON paths, which are not read: leave streamFunctionCallArguments off.";
                read.issue = Some(issue.to_owned());
                read.arguments = None;
            }
            read
        })
        .collect()
}

/// A request for one call: JSON-RPC's, its parameters, or what a page's tool is given.
pub fn request(request: &Json, reading: &mut Reading) -> Call {
    let params = request.get("params").unwrap_or(request);
    let id = match request.get("id") {
        Some(Json::String(id)) if !id.is_empty() => id.clone(),
        Some(Json::Number(id)) => id.clone(),
        _ => reading.make_id(),
    };
    let given = params.get("arguments").or_else(|| params.get("input"));
    reading.call(&id, name(params, "name"), Given::of(given))
}

fn list<'j>(value: &'j Json, key: &str) -> impl Iterator<Item = &'j Json> + use<'j> {
    value.get(key).map(Json::items).into_iter().flatten()
}

fn kind(value: &Json) -> &str {
    name(value, "type")
}

/// A text member, or none.
pub fn name<'j>(value: &'j Json, key: &str) -> &'j str {
    value.get(key).and_then(Json::as_str).unwrap_or_default()
}
