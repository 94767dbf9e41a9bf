use crate::provider::api::Api;
use crate::provider::calls::{Call, Outcome, Reading};
use crate::provider::family::mcp;
use crate::provider::json::{Json, object, text};
use crate::provider::lower::ToolInfo;

/// An MCP server's side of the Model Context Protocol.
pub struct Mcp;

impl Api for Mcp {
    fn name(&self) -> &'static str {
        "mcp"
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn forms(&self) -> &'static str {
        FORMS
    }

    fn is_upgraded(&self) -> bool {
        false
    }

    fn tool(&self, tool: &ToolInfo, name: &str, schema: Json, _is_strict: bool) -> Json {
        let members = [
            ("name", text(name)),
            ("description", text(&tool.description)),
            ("inputSchema", schema),
        ];
        let hint = tool.idempotent.map(|idempotent| {
            let annotations = object([("idempotentHint", Json::Bool(idempotent))]);
            ("annotations", annotations)
        });
        object(members.into_iter().chain(hint))
    }

    fn calls(&self, answer: &Json, reading: &mut Reading) -> Vec<Call> {
        vec![mcp::request(answer, reading)]
    }

    fn takes_image(&self, _mime: &str) -> bool {
        true
    }

    fn results(&self, _reading: &mut Reading, results: &[(&Call, Outcome)]) -> Json {
        mcp::results(results)
    }
}

#[cfg(not(target_arch = "wasm32"))]
const FORMS: &str = r#"type McpForms = {
  readonly tool: McpServerTool;
  readonly answer: McpCall;
  readonly event: McpCall;
  readonly results: McpResult[];
};

/** A tool as an MCP server lists it. */
type McpServerTool = {
  name: string;
  description: string;
  inputSchema: ObjectSchema;
  annotations?: { idempotentHint?: boolean };
};

/** A `tools/call` request to an MCP server, or its parameters. */
type McpCall = { readonly params: McpCallParams } | McpCallParams;

type McpCallParams = {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
};

/** The result of a `tools/call`. */
type McpResult = {
  content: ({ type: "text"; text: string } | { type: "image"; data: string; mimeType: string })[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};
"#;
