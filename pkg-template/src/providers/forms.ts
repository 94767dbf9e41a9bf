// Made from the files of `crates/models/src/provider/apis` by `UPDATE_CONSTANTS=1 cargo test -p ag-ui-lit-models provider::forms`: change them there.

/**
 * The parts of each API's forms that are written and read here. They are defined here, so that no vendor's package is needed;
 * the type tests compare them with those packages.
 */
export interface ProviderForms {
  readonly anthropic: AnthropicForms;
  readonly "openai-chat": OpenAiChatForms;
  readonly "openai-responses": OpenAiResponsesForms;
  readonly gemini: GeminiForms;
  readonly mistral: MistralForms;
  readonly mcp: McpForms;
  readonly webmcp: WebMcpForms;
  readonly "ag-ui": AgUiForms;
}

/** An API that has a strict mode. */
export type StrictProviderName = "anthropic" | "openai-chat" | "openai-responses" | "mistral";

/** A schema at whose top `type: "object"` stands. */
type ObjectSchema = {
  type: "object";
  [keyword: string]: unknown;
};

type AnthropicForms = {
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

type OpenAiChatForms = {
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

type OpenAiResponsesForms = {
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

type GeminiForms = {
  readonly tool: GeminiTool;
  readonly answer: GeminiAnswer;
  readonly event: GeminiAnswer;
  readonly results: GeminiResults;
};

/** Functions for Gemini. */
type GeminiTool = {
  functionDeclarations: {
    name: string;
    description: string;
    parametersJsonSchema: ObjectSchema;
  }[];
};

/** An answer of Gemini, whole or as a part of a stream. */
type GeminiAnswer = {
  readonly candidates?: readonly object[];
};

/** The content that answers all calls of a content of Gemini's. */
type GeminiResults = {
  role: "user";
  parts: {
    functionResponse: {
      /** Absent where the call had none. */
      id?: string;
      name: string;
      response: Record<string, unknown>;
      parts?: { inlineData: { mimeType: string; data: string } }[];
    };
  }[];
};

type MistralForms = {
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

type McpForms = {
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

type WebMcpForms = {
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

type AgUiForms = {
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
