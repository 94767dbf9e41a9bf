use crate::provider::api::Api;
use crate::provider::calls::{Call, CallStream, Finding, Outcome, Reading};
use crate::provider::family::{chat, openai};
use crate::provider::json::{Json, object, text};
use crate::provider::lower::{Losses, Strict, ToolInfo};

/// `OpenAI`'s chat completions, and compatible APIs.
pub struct OpenAiChat;

impl Api for OpenAiChat {
    fn name(&self) -> &'static str {
        "openai-chat"
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

    fn tool(&self, tool: &ToolInfo, name: &str, schema: Json, is_strict: bool) -> Json {
        chat::tool(tool, name, schema, is_strict)
    }

    fn calls(&self, answer: &Json, reading: &mut Reading) -> Vec<Call> {
        chat::calls(answer, reading)
    }

    fn ending<'e>(&self, event: &'e Json) -> &'e str {
        chat::ending(event)
    }

    /// <https://platform.openai.com/docs/api-reference/chat-streaming>
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

    fn results(&self, _reading: &mut Reading, results: &[(&Call, Outcome)]) -> Json {
        let messages = results.iter().map(|(call, outcome)| {
            object([
                ("role", text("tool")),
                ("tool_call_id", text(&call.id)),
                ("content", Json::String(outcome.with_status())),
            ])
        });
        Json::Array(messages.collect())
    }
}

#[cfg(not(target_arch = "wasm32"))]
const FORMS: &str = r#"type OpenAiChatForms = {
  readonly tool: OpenAiChatTool;
  readonly answer: OpenAiChatAnswer;
  readonly event: OpenAiChatChunk;
  readonly results: OpenAiChatResult[];
};

/** A tool of OpenAI's chat completions. */
type OpenAiChatTool = {
  type: "function";
  function: { name: string; description: string; parameters: ObjectSchema; strict?: true };
};

/** A chat completion, or the message of one. */
type OpenAiChatAnswer =
  | { readonly choices: readonly { readonly message: object }[] }
  | { readonly role: "assistant"; readonly tool_calls?: readonly object[] };

/** A chunk of a chat completion. */
type OpenAiChatChunk = {
  readonly choices: readonly { readonly delta: object }[];
};

/** The message that answers a call of a chat completion. */
type OpenAiChatResult = {
  role: "tool";
  tool_call_id: string;
  content: string;
};
"#;
