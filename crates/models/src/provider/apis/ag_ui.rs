use crate::provider::api::Api;
use crate::provider::calls::{
    CHUNK, Call, CallStream, Finding, Open, Outcome, Reading, kind, name,
};
use crate::provider::family::chat;
use crate::provider::json::{Json, object, text};
use crate::provider::lower::ToolInfo;

/// AG-UI.
pub struct AgUi;

impl Api for AgUi {
    fn name(&self) -> &'static str {
        "ag-ui"
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn forms(&self) -> &'static str {
        FORMS
    }

    fn is_upgraded(&self) -> bool {
        false
    }

    fn tool(&self, tool: &ToolInfo, name: &str, schema: Json, _is_strict: bool) -> Json {
        object([
            ("name", text(name)),
            ("description", text(&tool.description)),
            ("parameters", schema),
        ])
    }

    fn calls(&self, answer: &Json, reading: &mut Reading) -> Vec<Call> {
        chat::functions(answer, "toolCalls", reading)
    }

    fn ending<'e>(&self, event: &'e Json) -> &'e str {
        match kind(event) {
            "RUN_FINISHED" => "stop",
            "RUN_ERROR" => "error",
            _ => "",
        }
    }

    /// <https://docs.ag-ui.com/concepts/events#tool-call-events>
    fn event(
        &self,
        stream: &mut CallStream,
        event: &Json,
        reading: &mut Reading,
        findings: &mut Vec<Finding>,
    ) {
        let id = name(event, "toolCallId").to_owned();
        let open = || Open {
            id: id.clone(),
            sent: name(event, "toolCallName").to_owned(),
            ..Open::default()
        };
        match kind(event) {
            "TOOL_CALL_START" => {
                stream.begin(id.clone(), open(), findings);
                stream.announce(&id, true, reading, findings);
            }
            "TOOL_CALL_ARGS" => {
                if let Some(key) = stream.key_or_last(&id, findings) {
                    stream.more(&key, event.get("delta"), reading, findings);
                }
            }
            "TOOL_CALL_END" => {
                if let Some(key) = stream.key_or_last(&id, findings) {
                    stream.complete(&key, reading, findings);
                }
            }
            "TOOL_CALL_CHUNK" => {
                let last = stream
                    .open
                    .keys()
                    .rfind(|key| key.starts_with(CHUNK))
                    .cloned();
                let key = match (id.as_str(), &last) {
                    ("", Some(last)) => last.clone(),
                    (id, _) => format!("{CHUNK}{id}"),
                };
                if stream.open.contains_key(&key) {
                    stream.rename(&key, name(event, "toolCallName"), reading);
                } else {
                    if let Some(last) = last {
                        stream.finish(&last, reading, findings);
                    }
                    stream.begin(key.clone(), open(), findings);
                }
                stream.announce(&key, false, reading, findings);
                if let Some(delta) = event.get("delta").filter(|delta| **delta != Json::Null) {
                    stream.more(&key, Some(delta), reading, findings);
                }
            }
            _ => {}
        }
    }

    fn always_has_arguments(&self) -> bool {
        false
    }

    /// <https://docs.ag-ui.com/concepts/messages#tool-messages>
    fn results(&self, _reading: &mut Reading, results: &[(&Call, Outcome)]) -> Json {
        let messages = results.iter().map(|(call, outcome)| result(call, outcome));
        Json::Array(messages.collect())
    }
}

fn result(call: &Call, outcome: &Outcome) -> Json {
    let members = [
        ("id", Json::String(format!("{}-result", call.id))),
        ("role", text("tool")),
        ("toolCallId", text(&call.id)),
        ("content", text(&outcome.text)),
    ];
    let failed = (!outcome.is_success).then(|| ("error", text(&outcome.text)));
    object(members.into_iter().chain(failed))
}

#[cfg(not(target_arch = "wasm32"))]
const FORMS: &str = r#"type AgUiForms = {
  readonly tool: AgUiProviderTool;
  readonly answer: AgUiAnswer;
  readonly event: AgUiCallEvent;
  readonly results: AgUiToolMessage[];
};

/** A tool as AG-UI describes it. */
type AgUiProviderTool = {
  name: string;
  description: string;
  parameters: { readonly [keyword: string]: unknown };
};

/** An assistant's message in AG-UI. */
type AgUiAnswer = {
  readonly role: string;
  readonly toolCalls?: readonly object[] | undefined;
};

/** An event of AG-UI. */
type AgUiCallEvent = {
  readonly type: string;
};

/** The message that answers a call in AG-UI. */
type AgUiToolMessage = {
  id: string;
  role: "tool";
  toolCallId: string;
  content: string;
  error?: string;
};
"#;
