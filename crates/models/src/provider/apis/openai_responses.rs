use crate::provider::api::{Api, is_common_image};
use crate::provider::calls::{
    Call, CallStream, Finding, Given, Open, Outcome, Reading, cut_off, key_of, kind, list, name,
};
use crate::provider::family::openai;
use crate::provider::json::{Json, object, text};
use crate::provider::lower::{Losses, Strict, ToolInfo};

/// `OpenAI`'s Responses API.
pub struct OpenAiResponses;

impl Api for OpenAiResponses {
    fn name(&self) -> &'static str {
        "openai-responses"
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn forms(&self) -> &'static str {
        FORMS
    }

    fn refused_at_root(&self) -> &'static [&'static str] {
        openai::REFUSED_AT_ROOT
    }

    fn plain(&self, root: Json, losses: &mut Losses<'_>) -> Json {
        openai::plain(root, losses)
    }

    fn strict(&self) -> Option<&'static Strict> {
        Some(&openai::STRICT)
    }

    // The API is strict by default.
    fn tool(&self, tool: &ToolInfo, name: &str, schema: Json, is_strict: bool) -> Json {
        object([
            ("type", text("function")),
            ("name", text(name)),
            ("description", text(&tool.description)),
            ("parameters", schema),
            ("strict", Json::Bool(is_strict)),
        ])
    }

    fn calls(&self, answer: &Json, reading: &mut Reading) -> Vec<Call> {
        list(answer, "output")
            .filter(|item| kind(item) == "function_call")
            .map(|item| {
                let mut call = reading.call(
                    name(item, "call_id"),
                    name(item, "name"),
                    Given::needed(item.get("arguments")),
                );
                if name(item, "status") == "incomplete" {
                    call.spoil(&cut_off("incomplete"));
                }
                call
            })
            .collect()
    }

    fn ends_in_call(&self, answer: &Json) -> bool {
        list(answer, "output").last().is_some_and(|item| {
            kind(item) == "function_call" && name(item, "status") != "completed"
        })
    }

    fn ending<'e>(&self, event: &'e Json) -> &'e str {
        match kind(event) {
            "error" | "response.failed" | "response.cancelled" => "error",
            of_kind @ ("response.completed" | "response.incomplete") => {
                let response = event.get("response").unwrap_or(&Json::Null);
                let why = response.get("incomplete_details").unwrap_or(&Json::Null);
                let is_complete = of_kind == "response.completed";
                match (name(why, "reason"), name(response, "status")) {
                    ("", "") if is_complete => "completed",
                    ("", "") => "incomplete",
                    ("", status) => status,
                    (reason, _) => reason,
                }
            }
            "" | "response" => name(event, "status"),
            _ => "",
        }
    }

    /// <https://platform.openai.com/docs/api-reference/responses-streaming>
    fn event(
        &self,
        stream: &mut CallStream,
        event: &Json,
        reading: &mut Reading,
        findings: &mut Vec<Finding>,
    ) {
        let item = event.get("item").unwrap_or(&Json::Null);
        let is_call = kind(item) == "function_call";
        let key = key_of_item(stream, event, item);
        match kind(event) {
            "response.output_item.added" if is_call => {
                item_begins(stream, &key, item, reading, findings);
            }
            "response.output_item.added" => {
                stream.passed.insert(key);
            }
            "response.function_call_arguments.delta" => {
                if let Some(key) = stream.key_or_last(&key, findings) {
                    stream.more(&key, event.get("delta"), reading, findings);
                }
            }
            "response.function_call_arguments.done" => {
                if let Some(key) = stream.key_or_last(&key, findings) {
                    stream.whole_call(&key, event, reading, findings);
                    if let Some(open) = stream.open.get_mut(&key) {
                        open.is_whole = true;
                    }
                }
            }
            "response.output_item.done" if is_call => {
                whole_item(stream, &key, item, reading, findings);
            }
            "response.completed" | "response.incomplete" => {
                let response = event.get("response").unwrap_or(&Json::Null);
                let items = response.get("output").map(Json::items);
                for (index, item) in items.into_iter().flatten().enumerate() {
                    let is_new = !stream.ids.contains(name(item, "call_id"));
                    let known = stream
                        .open
                        .iter()
                        .find(|(_, open)| open.id == name(item, "call_id"));
                    let key = match known {
                        Some((key, _)) => key.clone(),
                        None if is_new => format!("at the end:{index}"),
                        None => continue,
                    };
                    if kind(item) == "function_call" {
                        whole_item(stream, &key, item, reading, findings);
                    }
                }
            }
            _ => {}
        }
    }

    fn takes_image(&self, mime: &str) -> bool {
        is_common_image(mime)
    }

    /// <https://platform.openai.com/docs/guides/function-calling#handling-function-calls>
    fn results(&self, _reading: &mut Reading, results: &[(&Call, Outcome)]) -> Json {
        let items = results.iter().map(|(call, outcome)| result(call, outcome));
        Json::Array(items.collect())
    }
}

fn result(call: &Call, outcome: &Outcome) -> Json {
    let output = if outcome.images.is_empty() {
        Json::String(outcome.with_status())
    } else {
        let output = object([
            ("type", text("input_text")),
            ("text", Json::String(outcome.with_status())),
        ]);
        let images = outcome.images.iter().map(|image| {
            let address = format!("data:{};base64,{}", image.mime, image.data);
            object([
                ("type", text("input_image")),
                ("image_url", Json::String(address)),
                ("detail", text("auto")),
            ])
        });
        Json::Array(std::iter::once(output).chain(images).collect())
    };
    object([
        ("type", text("function_call_output")),
        ("call_id", text(&call.id)),
        ("output", output),
    ])
}

/// The key by which an event refers to its item: a place in the output, or an id.
fn key_of_item(stream: &CallStream, event: &Json, item: &Json) -> String {
    let key = key_of(event, &["output_index", "item_id"]);
    let id = match name(event, "item_id") {
        "" => name(item, "id"),
        id => id,
    };
    if id.is_empty() || stream.open.contains_key(&key) || stream.passed.contains(&key) {
        return key;
    }
    let known = stream.open.iter().find(|(_, open)| open.item == id);
    match known {
        Some((known, _)) => known.clone(),
        None if key.is_empty() => id.to_owned(),
        None => key,
    }
}

/// Starts a call.
fn item_begins(
    stream: &mut CallStream,
    key: &str,
    item: &Json,
    reading: &Reading,
    findings: &mut Vec<Finding>,
) {
    let key = if key.is_empty() {
        stream.own_key()
    } else {
        key.to_owned()
    };
    let open = Open {
        id: name(item, "call_id").to_owned(),
        item: name(item, "id").to_owned(),
        sent: name(item, "name").to_owned(),
        has_arguments: item
            .get("arguments")
            .is_some_and(|given| *given != Json::Null),
        ..Open::default()
    };
    stream.begin(key.clone(), open, findings);
    if !matches!(item.get("arguments"), None | Some(Json::Null)) && stream.open.contains_key(&key) {
        stream.more(&key, item.get("arguments"), reading, findings);
    }
    stream.announce(&key, true, reading, findings);
}

/// Reads a complete call. It repeats whatever was streamed of it before.
fn whole_item(
    stream: &mut CallStream,
    key: &str,
    item: &Json,
    reading: &Reading,
    findings: &mut Vec<Finding>,
) {
    let mut key = key.to_owned();
    if stream.passed.contains(&key) {
        return;
    }
    if !stream.open.contains_key(&key) {
        if key.is_empty() {
            key = stream.own_key();
        }
        item_begins(stream, &key, item, reading, findings);
    }
    if let Some(open) = stream.open.get_mut(&key) {
        if open.id.is_empty() {
            name(item, "call_id").clone_into(&mut open.id);
        }
        if name(item, "status") == "incomplete" {
            open.spoil(&cut_off("incomplete"));
        }
    }
    stream.whole_call(&key, item, reading, findings);
    stream.complete(&key, reading, findings);
}

#[cfg(not(target_arch = "wasm32"))]
const FORMS: &str = r#"type OpenAiResponsesForms = {
  readonly tool: OpenAiResponsesTool;
  readonly answer: OpenAiResponsesAnswer;
  readonly event: OpenAiResponsesEvent;
  readonly results: OpenAiResponsesResult[];
};

/** A tool of OpenAI's responses. */
type OpenAiResponsesTool = {
  type: "function";
  name: string;
  description: string;
  parameters: ObjectSchema;
  strict: boolean;
};

/** A response of OpenAI's. */
type OpenAiResponsesAnswer = {
  readonly output: readonly { readonly type: string }[];
};

/** An event of a response's stream. */
type OpenAiResponsesEvent = {
  readonly type: string;
};

/** The item that answers a call of a response. */
type OpenAiResponsesResult = {
  type: "function_call_output";
  call_id: string;
  output:
    | string
    | (
        | { type: "input_text"; text: string }
        | { type: "input_image"; image_url: string; detail: "auto" }
      )[];
};
"#;
