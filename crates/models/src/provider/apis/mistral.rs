use std::borrow::Cow;
use std::hash::Hasher;

use siphasher::sip::SipHasher13;

use crate::provider::api::Api;
use crate::provider::calls::{Call, CallStream, Finding, Outcome, Reading, name};
use crate::provider::family::{chat, openai};
use crate::provider::json::{Json, object, text};
use crate::provider::lower::{Losses, Refusals, Strict, Subset, ToolInfo, without_refused};
use ag_ui_lit::tool::is_name;

/// Mistral's chat completions. Answers are accepted as the API writes them, and in the camel case of its vendor's client.
pub struct Mistral;

/// The API documents no subset. The vendor's client makes strict schemas by `OpenAI`'s rules (`extra/structChat`), so these
/// rules apply, without limits.
static STRICT: Strict = Strict {
    subset: Subset {
        name: "Mistral's strict mode",
        ..openai::SUBSET
    },
    limits: &[],
};

/// The API checks schemas by Python's `jsonschema`, patterns included.
/// <https://github.com/mistralai/mistral-common> (`protocol/instruct/validator.py`)
static REFUSALS: Refusals = Refusals {
    pattern: "Mistral only accepts patterns that Python's re compiles; those with lookaround are left out, too",
    items: None,
};

impl Api for Mistral {
    fn name(&self) -> &'static str {
        "mistral"
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn forms(&self) -> &'static str {
        FORMS
    }

    fn plain(&self, mut root: Json, losses: &mut Losses<'_>) -> Json {
        without_refused(&mut root, "", &REFUSALS, losses);
        root
    }

    fn strict(&self) -> Option<&'static Strict> {
        Some(&STRICT)
    }

    fn tool(&self, tool: &ToolInfo, name: &str, schema: Json, is_strict: bool) -> Json {
        chat::tool(tool, name, schema, is_strict)
    }

    fn normal<'e>(&self, event: &'e Json, reading: &Reading) -> Cow<'e, Json> {
        // The vendor's client wraps a chunk in an event.
        let event = match event.get("data") {
            Some(chunk @ Json::Object(_)) => chunk,
            _ => event,
        };
        Cow::Owned(if event.get("choices").is_some() {
            let choices = mapped(event.get("choices"), |one| choice(one, reading));
            some([("choices", choices), ("error", event.get("error").cloned())])
        } else {
            some([
                ("tool_calls", tool_calls(event, reading)),
                ("error", event.get("error").cloned()),
            ])
        })
    }

    fn calls(&self, answer: &Json, reading: &mut Reading) -> Vec<Call> {
        chat::calls(answer, reading)
    }

    fn ending<'e>(&self, event: &'e Json) -> &'e str {
        chat::ending(event)
    }

    /// <https://docs.mistral.ai/api/endpoint/chat>
    fn event(
        &self,
        stream: &mut CallStream,
        event: &Json,
        reading: &mut Reading,
        findings: &mut Vec<Finding>,
    ) {
        stream.chat(event, reading, findings);
    }

    fn reports_complete(&self) -> bool {
        false
    }

    /// <https://docs.mistral.ai/capabilities/function_calling>
    fn results(&self, reading: &mut Reading, results: &[(&Call, Outcome)]) -> Json {
        // Ids that need no change are assigned first, so that they stay as they are.
        for (call, _) in results
            .iter()
            .filter(|(call, _)| is_sent_as_it_is(&call.id))
        {
            reading.ids.sent(&call.id, candidates(&call.id));
        }
        let messages = results.iter().map(|(call, outcome)| {
            let id = reading.ids.sent(&call.id, candidates(&call.id));
            some([
                ("role", Some(text("tool"))),
                // The API refuses a request with any other name. The id already assigns the result to its call.
                ("name", is_name(&call.name).then(|| text(&call.name))),
                ("content", Some(Json::String(outcome.with_status()))),
                ("tool_call_id", Some(Json::String(id))),
            ])
        });
        Json::Array(messages.collect())
    }
}

/// A choice of a completion or of a chunk, in the format of chat completions.
fn choice(choice: &Json, reading: &Reading) -> Json {
    let message = |key: &str| {
        let message = choice.get(key)?;
        Some(some([("tool_calls", tool_calls(message, reading))]))
    };
    some([
        ("index", choice.get("index").cloned()),
        ("delta", message("delta")),
        ("message", message("message")),
        (
            "finish_reason",
            either(choice, "finish_reason", "finishReason").cloned(),
        ),
    ])
}

fn tool_calls(message: &Json, reading: &Reading) -> Option<Json> {
    let calls = either(message, "tool_calls", "toolCalls");
    mapped(calls, |call| tool_call(call, reading))
}

fn tool_call(call: &Json, reading: &Reading) -> Json {
    // The API and its client send "null" for an absent id.
    let id = Some(name(call, "id")).filter(|id| !["", "null"].contains(id));
    some([
        ("index", call.get("index").cloned()),
        ("id", id.map(|id| text(reading.ids.own(id)))),
        ("type", call.get("type").cloned()),
        ("function", call.get("function").cloned()),
    ])
}

/// A member, by the API's name or by that of the vendor's client.
fn either<'j>(value: &'j Json, key: &str, of_client: &str) -> Option<&'j Json> {
    let member = |key| value.get(key).filter(|member| **member != Json::Null);
    member(key).or_else(|| member(of_client))
}

/// The converted items of a list; `None` if the value is not a list.
fn mapped(list: Option<&Json>, one: impl Fn(&Json) -> Json) -> Option<Json> {
    let items = list?.as_array()?;
    Some(Json::Array(items.iter().map(one).collect()))
}

/// An object of the members that are present.
fn some<const N: usize>(members: [(&str, Option<Json>); N]) -> Json {
    let members = members.into_iter();
    object(members.filter_map(|(key, value)| Some((key, value?))))
}

/// The number of characters of an id.
const LENGTH: usize = 9;

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Returns true for "Tool call id … must be a-z, A-Z, 0-9, with a length of 9."
fn is_sent_as_it_is(id: &str) -> bool {
    id.len() == LENGTH && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The possible ids for a call: its own if the API accepts it, then hashes of it.
fn candidates(id: &str) -> impl Iterator<Item = String> {
    let own = is_sent_as_it_is(id).then(|| id.to_owned());
    own.into_iter()
        .chain((0_u64..).map(|salt| hashed(id, salt)))
}

/// A nine-character id derived from another one. The hash is fixed, so that a continued conversation has the same ids.
fn hashed(id: &str, salt: u64) -> String {
    let mut hasher = SipHasher13::new();
    hasher.write(&salt.to_le_bytes());
    hasher.write(id.as_bytes());
    let mut rest = hasher.finish();
    let digits = (0..LENGTH).map(|_| {
        let digit = DIGITS[usize::try_from(rest % 62).unwrap_or_default()];
        rest /= 62;
        char::from(digit)
    });
    digits.collect()
}

#[cfg(not(target_arch = "wasm32"))]
const FORMS: &str = r#"type MistralForms = {
  readonly tool: MistralTool;
  readonly answer: MistralAnswer;
  readonly event: MistralEvent;
  readonly results: MistralResult[];
};

/** A tool of Mistral's chat completions. */
type MistralTool = {
  type: "function";
  function: { name: string; description: string; parameters: ObjectSchema; strict?: true };
};

/** A chat completion, or the message of one: as the API writes it, or as `@mistralai/mistralai` gives it. */
type MistralAnswer =
  | { readonly choices: readonly { readonly message?: object | undefined }[] }
  | {
      readonly role?: "assistant" | undefined;
      readonly tool_calls?: readonly object[] | null | undefined;
      readonly toolCalls?: readonly object[] | null | undefined;
    };

/** A chunk of a chat completion, or an event of `@mistralai/mistralai` that has one. */
type MistralEvent = MistralChunk | { readonly data: MistralChunk };

type MistralChunk = {
  readonly choices: readonly { readonly delta: object }[];
};

/** The message that answers a call of a chat completion, as the API takes it. */
type MistralResult = {
  role: "tool";
  /** Absent for a name that no tool may have. */
  name?: string;
  content: string;
  /** Nine letters and digits. */
  tool_call_id: string;
};
"#;
