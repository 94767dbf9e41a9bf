//! The common parts of MCP servers and of a page's own tools.

use crate::provider::calls::{Call, Given, Outcome, Reading, name};
use crate::provider::json::{Json, object, text};

/// A request for one call: a JSON-RPC request, its parameters, or the input of a page's tool.
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

/// <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result>
pub fn results(results: &[(&Call, Outcome)]) -> Json {
    Json::Array(results.iter().map(|(_, outcome)| result(outcome)).collect())
}

fn result(outcome: &Outcome) -> Json {
    let output = object([("type", text("text")), ("text", text(&outcome.text))]);
    let images = outcome.images.iter().map(|image| {
        object([
            ("type", text("image")),
            ("data", text(&image.data)),
            ("mimeType", text(&image.mime)),
        ])
    });
    let content = Json::Array(std::iter::once(output).chain(images).collect());
    let mut members = vec![("content", content)];
    members.extend(outcome.data().map(|data| ("structuredContent", data)));
    if !outcome.is_success {
        members.push(("isError", Json::Bool(true)));
    }
    object(members)
}
