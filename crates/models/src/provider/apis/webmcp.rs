use crate::provider::api::Api;
use crate::provider::calls::{Call, Outcome, Reading};
use crate::provider::family::mcp;
use crate::provider::json::{Json, object, text};
use crate::provider::lower::ToolInfo;

/// The tools of a page for the browser's own agent.
pub struct WebMcp;

impl Api for WebMcp {
    fn name(&self) -> &'static str {
        "webmcp"
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
            ("inputSchema", schema),
        ])
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
const FORMS: &str = r"type WebMcpForms = {
  readonly tool: WebMcpTool;
  readonly answer: WebMcpCall;
  readonly event: WebMcpCall;
  readonly results: McpResult[];
};

/** A tool for the browser's agent, without its handler. */
type WebMcpTool = {
  name: string;
  description: string;
  inputSchema: ObjectSchema;
};

/** A request of the browser's agent to a tool: WebMCP hands over the input only, so its name is added. */
type WebMcpCall = {
  readonly name: string;
  readonly input: unknown;
};
";
