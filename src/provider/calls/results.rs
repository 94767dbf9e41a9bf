use super::call::{Call, MADE};
use crate::provider::json::{Json, object, text};
use crate::provider::lower::Names;
use crate::provider::target::Target;

/// What came of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Whether the tool did what it was asked to.
    pub is_success: bool,
    /// What the model reads: the result, or why there is none.
    pub text: String,
    /// What it sees besides.
    pub images: Vec<ResultImage>,
}

/// An image of a result.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultImage {
    /// Base64.
    pub data: String,
    /// Such as `image/png`.
    pub mime: String,
}

impl Outcome {
    /// Of a call that has none, perhaps because something is wrong with it.
    #[must_use]
    pub fn missing(issue: Option<&str>) -> Self {
        Self {
            is_success: false,
            text: issue.unwrap_or("The call was not run.").to_owned(),
            images: Vec::new(),
        }
    }

    /// The result as data, where its text is a JSON object: what the model may read, and no more.
    fn data(&self) -> Option<Json> {
        if !self.is_success || !self.text.trim_start().starts_with('{') {
            return None;
        }
        Json::read(&self.text)
            .ok()
            .filter(|value| value.as_object().is_some())
    }

    /// With the images that an API takes, and a line that says how many it does not.
    fn for_target(&self, target: Target) -> Self {
        let takes = |image: &&ResultImage| match target {
            Target::OpenAiChat | Target::AgUi => false,
            Target::Mcp | Target::WebMcp => true,
            _ => ["image/gif", "image/jpeg", "image/png", "image/webp"]
                .contains(&image.mime.as_str()),
        };
        let images: Vec<_> = self.images.iter().filter(takes).cloned().collect();
        let left = self.images.len() - images.len();
        let text = if left == 0 {
            self.text.clone()
        } else {
            format!("{}\n({left} of its images can't be sent here.)", self.text)
        };
        Self {
            is_success: self.is_success,
            text,
            images,
        }
    }

    /// For an API that knows no failed results.
    fn said(&self) -> String {
        if self.is_success {
            self.text.clone()
        } else {
            format!("Error: {}", self.text)
        }
    }
}

/// Results in the API's own messages: one value for an API that takes them together, else a list.
pub fn messages(target: Target, names: &Names, results: &[(Call, Outcome)]) -> Json {
    let results: Vec<_> = results
        .iter()
        .map(|(call, outcome)| (call, outcome.for_target(target)))
        .collect();
    let each = |one: fn(&Call, &Outcome) -> Json| {
        Json::Array(
            results
                .iter()
                .map(|(call, outcome)| one(call, outcome))
                .collect(),
        )
    };
    match target {
        Target::Anthropic => object([("role", text("user")), ("content", each(anthropic))]),
        Target::OpenAiChat => each(|call, outcome| {
            object([
                ("role", text("tool")),
                ("tool_call_id", text(&call.id)),
                ("content", Json::String(outcome.said())),
            ])
        }),
        Target::OpenAiResponses => each(openai_responses),
        Target::Gemini => {
            let parts = results
                .iter()
                .map(|(call, outcome)| gemini(names, call, outcome));
            object([
                ("role", text("user")),
                ("parts", Json::Array(parts.collect())),
            ])
        }
        Target::Mcp | Target::WebMcp => each(|_, outcome| mcp(outcome)),
        Target::AgUi => each(ag_ui),
    }
}

/// <https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls>
fn anthropic(call: &Call, outcome: &Outcome) -> Json {
    let said = text(&outcome.text);
    let content = if outcome.images.is_empty() {
        said
    } else {
        let images = outcome.images.iter().map(|image| {
            let source = object([
                ("type", text("base64")),
                ("media_type", text(&image.mime)),
                ("data", text(&image.data)),
            ]);
            object([("type", text("image")), ("source", source)])
        });
        // Text that is empty is refused.
        let said =
            (!outcome.text.is_empty()).then(|| object([("type", text("text")), ("text", said)]));
        Json::Array(said.into_iter().chain(images).collect())
    };
    let mut members = vec![
        ("type", text("tool_result")),
        ("tool_use_id", text(&call.id)),
        ("content", content),
    ];
    if !outcome.is_success {
        members.push(("is_error", Json::Bool(true)));
    }
    of(members)
}

/// <https://platform.openai.com/docs/guides/function-calling#handling-function-calls>
fn openai_responses(call: &Call, outcome: &Outcome) -> Json {
    let output = if outcome.images.is_empty() {
        Json::String(outcome.said())
    } else {
        let said = object([
            ("type", text("input_text")),
            ("text", Json::String(outcome.said())),
        ]);
        let images = outcome.images.iter().map(|image| {
            let address = format!("data:{};base64,{}", image.mime, image.data);
            object([
                ("type", text("input_image")),
                ("image_url", Json::String(address)),
                ("detail", text("auto")),
            ])
        });
        Json::Array(std::iter::once(said).chain(images).collect())
    };
    object([
        ("type", text("function_call_output")),
        ("call_id", text(&call.id)),
        ("output", output),
    ])
}

/// <https://ai.google.dev/api/caching#FunctionResponse>
fn gemini(names: &Names, call: &Call, outcome: &Outcome) -> Json {
    let response = if outcome.is_success {
        (
            "output",
            outcome.data().unwrap_or_else(|| text(&outcome.text)),
        )
    } else {
        ("error", text(&outcome.text))
    };
    let mut members = vec![
        ("name", text(names.sent(&call.name))),
        ("response", object([response])),
    ];
    if !call.id.starts_with(MADE) {
        members.insert(0, ("id", text(&call.id)));
    }
    if !outcome.images.is_empty() {
        let parts = outcome.images.iter().map(|image| {
            let data = object([("mimeType", text(&image.mime)), ("data", text(&image.data))]);
            object([("inlineData", data)])
        });
        members.push(("parts", Json::Array(parts.collect())));
    }
    object([("functionResponse", of(members))])
}

/// <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result>
fn mcp(outcome: &Outcome) -> Json {
    let said = object([("type", text("text")), ("text", text(&outcome.text))]);
    let images = outcome.images.iter().map(|image| {
        object([
            ("type", text("image")),
            ("data", text(&image.data)),
            ("mimeType", text(&image.mime)),
        ])
    });
    let content = Json::Array(std::iter::once(said).chain(images).collect());
    let mut members = vec![("content", content)];
    members.extend(outcome.data().map(|data| ("structuredContent", data)));
    if !outcome.is_success {
        members.push(("isError", Json::Bool(true)));
    }
    of(members)
}

/// <https://docs.ag-ui.com/concepts/messages#tool-messages>
fn ag_ui(call: &Call, outcome: &Outcome) -> Json {
    let mut members = vec![
        ("id", Json::String(format!("{}-result", call.id))),
        ("role", text("tool")),
        ("toolCallId", text(&call.id)),
        ("content", text(&outcome.text)),
    ];
    if !outcome.is_success {
        members.push(("error", text(&outcome.text)));
    }
    of(members)
}

fn of(members: Vec<(&str, Json)>) -> Json {
    let members = members.into_iter();
    Json::Object(
        members
            .map(|(key, value)| (key.to_owned(), value))
            .collect(),
    )
}
