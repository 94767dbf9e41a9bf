mod schema;

use crate::provider::api::{Api, is_common_image};
use crate::provider::calls::{
    Call, CallStream, Finding, Given, NAMELESS, Open, Outcome, Reading, key_of, kind, list, name,
};
use crate::provider::json::{Json, object, text};
use crate::provider::lower::{Losses, Strict, ToolInfo};
use schema::{STRICT, without_refused_names};

/// Anthropic's Messages API.
pub struct Anthropic;

impl Api for Anthropic {
    fn name(&self) -> &'static str {
        "anthropic"
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn forms(&self) -> &'static str {
        FORMS
    }

    // "input_schema does not support oneOf, allOf, or anyOf at the top level"
    fn refused_at_root(&self) -> &'static [&'static str] {
        &["anyOf", "oneOf", "allOf"]
    }

    fn adjust(&self, root: &mut Json, losses: &mut Losses<'_>) {
        without_refused_names(root, "", losses);
    }

    fn strict(&self) -> Option<&'static Strict> {
        Some(&STRICT)
    }

    fn tool(&self, tool: &ToolInfo, name: &str, schema: Json, is_strict: bool) -> Json {
        let members = [
            ("name", text(name)),
            ("description", text(&tool.description)),
            ("input_schema", schema),
        ];
        let strict = is_strict.then_some(("strict", Json::Bool(true)));
        object(members.into_iter().chain(strict))
    }

    fn calls(&self, answer: &Json, reading: &mut Reading) -> Vec<Call> {
        list(answer, "content")
            .filter(|block| kind(block) == "tool_use")
            .map(|block| {
                reading.call(
                    name(block, "id"),
                    name(block, "name"),
                    Given::needed(block.get("input")),
                )
            })
            .collect()
    }

    fn ends_in_call(&self, answer: &Json) -> bool {
        list(answer, "content")
            .last()
            .is_some_and(|block| kind(block) == "tool_use")
    }

    fn ending<'e>(&self, event: &'e Json) -> &'e str {
        match kind(event) {
            "message_delta" => event
                .get("delta")
                .map_or("", |delta| name(delta, "stop_reason")),
            "message_stop" => "stop",
            "error" => "error",
            _ => name(event, "stop_reason"),
        }
    }

    /// <https://platform.claude.com/docs/en/build-with-claude/streaming>
    fn event(
        &self,
        stream: &mut CallStream,
        event: &Json,
        reading: &mut Reading,
        findings: &mut Vec<Finding>,
    ) {
        let key = key_of(event, &["index"]);
        match kind(event) {
            "content_block_start" => {
                let block = event.get("content_block").unwrap_or(&Json::Null);
                let key = if key.is_empty() {
                    stream.own_key()
                } else {
                    key
                };
                if kind(block) != "tool_use" {
                    stream.passed.insert(key);
                    return;
                }
                let given = block.get("input").filter(|input| **input != Json::Null);
                let open = Open {
                    id: name(block, "id").to_owned(),
                    sent: name(block, "name").to_owned(),
                    has_arguments: given.is_some(),
                    given: given.cloned(),
                    ..Open::default()
                };
                stream.begin(key.clone(), open, findings);
                stream.announce(&key, true, reading, findings);
            }
            "content_block_delta" => {
                let delta = event.get("delta").unwrap_or(&Json::Null);
                if kind(delta) == "input_json_delta"
                    && let Some(key) = stream.key_or_last(&key, findings)
                {
                    stream.more(&key, delta.get("partial_json"), reading, findings);
                }
            }
            "content_block_stop" => {
                let last = stream.open.keys().next_back();
                let nameless = last.filter(|last| key.is_empty() && last.starts_with(NAMELESS));
                let key = nameless.cloned().unwrap_or(key);
                stream.complete(&key, reading, findings);
            }
            _ => {}
        }
    }

    fn reports_cut_late(&self) -> bool {
        true
    }

    fn takes_image(&self, mime: &str) -> bool {
        is_common_image(mime)
    }

    /// <https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls>
    fn results(&self, _reading: &mut Reading, results: &[(&Call, Outcome)]) -> Json {
        let blocks = results.iter().map(|(call, outcome)| result(call, outcome));
        object([
            ("role", text("user")),
            ("content", Json::Array(blocks.collect())),
        ])
    }
}

fn result(call: &Call, outcome: &Outcome) -> Json {
    let output = text(&outcome.text);
    let content = if outcome.images.is_empty() {
        output
    } else {
        let images = outcome.images.iter().map(|image| {
            let source = object([
                ("type", text("base64")),
                ("media_type", text(&image.mime)),
                ("data", text(&image.data)),
            ]);
            object([("type", text("image")), ("source", source)])
        });
        // The API refuses empty text.
        let output =
            (!outcome.text.is_empty()).then(|| object([("type", text("text")), ("text", output)]));
        Json::Array(output.into_iter().chain(images).collect())
    };
    let members = [
        ("type", text("tool_result")),
        ("tool_use_id", text(&call.id)),
        ("content", content),
    ];
    let failed = (!outcome.is_success).then_some(("is_error", Json::Bool(true)));
    object(members.into_iter().chain(failed))
}

#[cfg(not(target_arch = "wasm32"))]
const FORMS: &str = r#"type AnthropicForms = {
  readonly tool: AnthropicTool;
  readonly answer: AnthropicAnswer;
  readonly event: AnthropicEvent;
  readonly results: AnthropicResults;
};

/** A tool of Anthropic's Messages API. */
type AnthropicTool = {
  name: string;
  description: string;
  input_schema: ObjectSchema;
  strict?: true;
};

/** A message of Anthropic's: its blocks are looked at. */
type AnthropicAnswer = {
  readonly content: readonly { readonly type: string }[];
};

/** An event of Anthropic's stream. */
type AnthropicEvent = {
  readonly type: string;
};

/** The message that answers all calls of an Anthropic message. */
type AnthropicResults = {
  role: "user";
  content: {
    type: "tool_result";
    tool_use_id: string;
    content: string | (AnthropicText | AnthropicImage)[];
    is_error?: true;
  }[];
};

type AnthropicText = {
  type: "text";
  text: string;
};

type AnthropicImage = {
  type: "image";
  source: {
    type: "base64";
    media_type: "image/jpeg" | "image/png" | "image/gif" | "image/webp";
    data: string;
  };
};
"#;
