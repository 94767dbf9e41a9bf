use super::ToolInfo;
use crate::provider::json::{Json, object, text};
use crate::provider::target::Target;

/// A tool in the API's own form.
pub fn envelope(
    target: Target,
    tool: &ToolInfo,
    name: &str,
    schema: Json,
    is_strict: bool,
) -> Json {
    let (name, description) = (text(name), text(&tool.description));
    let strict = is_strict.then_some(("strict", Json::Bool(true)));
    match target {
        Target::Anthropic => with(
            [
                ("name", name),
                ("description", description),
                ("input_schema", schema),
            ],
            strict,
        ),
        Target::OpenAiChat => {
            let function = with(
                [
                    ("name", name),
                    ("description", description),
                    ("parameters", schema),
                ],
                strict,
            );
            object([("type", text("function")), ("function", function)])
        }
        // Strict unless it says otherwise.
        Target::OpenAiResponses => object([
            ("type", text("function")),
            ("name", name),
            ("description", description),
            ("parameters", schema),
            ("strict", Json::Bool(is_strict)),
        ]),
        Target::Gemini => object([
            ("name", name),
            ("description", description),
            ("parametersJsonSchema", schema),
        ]),
        Target::Mcp => {
            let hint = tool.idempotent.map(|idempotent| {
                let annotations = object([("idempotentHint", Json::Bool(idempotent))]);
                ("annotations", annotations)
            });
            with(
                [
                    ("name", name),
                    ("description", description),
                    ("inputSchema", schema),
                ],
                hint,
            )
        }
        Target::WebMcp => object([
            ("name", name),
            ("description", description),
            ("inputSchema", schema),
        ]),
        Target::AgUi => object([
            ("name", name),
            ("description", description),
            ("parameters", schema),
        ]),
    }
}

fn with<const N: usize>(members: [(&str, Json); N], more: Option<(&str, Json)>) -> Json {
    let members = members.into_iter().chain(more);
    Json::Object(
        members
            .map(|(key, value)| (key.to_owned(), value))
            .collect(),
    )
}
