use crate::provider::api::{Api, is_common_image};
use crate::provider::calls::{
    Call, CallStream, Given, NAMELESS, Open, Outcome, Reading, Told, key_of, kind, list, name,
};
use crate::provider::json::{Json, object, step, text};
use crate::provider::loss::Action;
use crate::provider::lower::{
    ItemsWanted, Limit, Losses, ReferencesKept, Strict, Subset, ToolInfo, is_one_of, is_plain,
};
use crate::provider::schema::{Holds, holds, is_simple_pattern};

/// Anthropic's Messages API.
pub struct Anthropic;

/// <https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations>
static STRICT: Strict = Strict {
    subset: Subset {
        name: "Anthropic's strict mode",
        keywords: &[
            "additionalProperties",
            "anyOf",
            "const",
            "default",
            "description",
            "enum",
            "format",
            "items",
            "minItems",
            "pattern",
            "properties",
            "required",
            "title",
            "type",
        ],
        references: ReferencesKept::NoneAndNotRecursive,
        is_closed: true,
        is_all_required: false,
        is_typed: false,
        items: ItemsWanted::No,
        takes: |keyword, value| match keyword {
            "enum" => value.items().all(is_plain),
            "const" => is_plain(value),
            "format" => is_one_of(
                value,
                &[
                    "date",
                    "date-time",
                    "duration",
                    "email",
                    "hostname",
                    "ipv4",
                    "ipv6",
                    "time",
                    "uri",
                    "uuid",
                ],
            ),
            "minItems" => matches!(value, Json::Number(number) if number == "0" || number == "1"),
            "pattern" => value.as_str().is_some_and(is_simple_pattern),
            _ => true,
        },
        finish: |_, _| Vec::new(),
    },
    limits: &[
        Limit {
            most: 20,
            of: "strict tools",
            used: |tool, before| tool.tools + before.tools,
        },
        Limit {
            most: 24,
            of: "optional members of all strict tools",
            used: |tool, before| tool.optional + before.optional,
        },
        Limit {
            most: 16,
            of: "members of several types of all strict tools",
            used: |tool, before| tool.unions + before.unions,
        },
    ],
};

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
        told: &mut Vec<Told>,
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
                stream.begin(key.clone(), open, told);
                stream.tell(&key, true, reading, told);
            }
            "content_block_delta" => {
                let delta = event.get("delta").unwrap_or(&Json::Null);
                if kind(delta) == "input_json_delta"
                    && let Some(key) = stream.meant(&key, told)
                {
                    stream.more(&key, delta.get("partial_json"), reading, told);
                }
            }
            "content_block_stop" => {
                let last = stream.open.keys().next_back();
                let nameless = last.filter(|last| key.is_empty() && last.starts_with(NAMELESS));
                let key = nameless.cloned().unwrap_or(key);
                stream.complete(&key, reading, told);
            }
            _ => {}
        }
    }

    fn says_cut_afterwards(&self) -> bool {
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

/// Leaves out the properties whose names Anthropic refuses: 1 to 64 letters, digits, `_`, `.` and `-`. Recursive: the depth
/// of what was read is bounded.
fn without_refused_names(schema: &mut Json, at: &str, losses: &mut Losses<'_>) {
    let Json::Object(members) = schema else {
        return;
    };
    for (keyword, value) in members {
        let at = step(at, keyword);
        match (holds(keyword, value), value) {
            (Holds::Schema, value) => without_refused_names(value, &at, losses),
            (Holds::Schemas, Json::Array(items)) => {
                for (index, item) in items.iter_mut().enumerate() {
                    without_refused_names(item, &step(&at, &index.to_string()), losses);
                }
            }
            (Holds::ByKey, Json::Object(schemas)) => {
                if keyword == "properties" {
                    schemas.retain(|name, _| {
                        let is_taken = is_taken(name);
                        if !is_taken {
                            let reason = "Anthropic takes names of 1 to 64 letters, digits, _, . and - only: the model is not told of it";
                            losses.keyword(&step(&at, name), "properties", Action::Dropped, reason);
                        }
                        is_taken
                    });
                }
                for (name, schema) in schemas {
                    without_refused_names(schema, &step(&at, name), losses);
                }
            }
            _ => {}
        }
    }
}

fn is_taken(name: &str) -> bool {
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "_.-".contains(sign);
    (1..=64).contains(&name.len()) && name.chars().all(is_sign)
}

fn result(call: &Call, outcome: &Outcome) -> Json {
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
