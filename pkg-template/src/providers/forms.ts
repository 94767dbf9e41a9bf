import type { JsonSchema } from "../tools/types.js";

/**
 * The forms of each API, as far as they are written and read here. They are written down here, so that nobody has to have a
 * vendor's package; the type tests compare them with those packages.
 */
export interface ProviderForms {
  readonly anthropic: {
    readonly tool: AnthropicTool;
    readonly answer: AnthropicAnswer;
    readonly event: AnthropicEvent;
    readonly results: AnthropicResults;
  };
  readonly "openai-chat": {
    readonly tool: OpenAiChatTool;
    readonly answer: OpenAiChatAnswer;
    readonly event: OpenAiChatChunk;
    readonly results: OpenAiChatResult[];
  };
  readonly "openai-responses": {
    readonly tool: OpenAiResponsesTool;
    readonly answer: OpenAiResponsesAnswer;
    readonly event: OpenAiResponsesEvent;
    readonly results: OpenAiResponsesResult[];
  };
  readonly gemini: {
    readonly tool: GeminiTool;
    readonly answer: GeminiAnswer;
    readonly event: GeminiAnswer;
    readonly results: GeminiResults;
  };
  readonly mcp: {
    readonly tool: McpServerTool;
    readonly answer: McpCall;
    readonly event: McpCall;
    readonly results: McpResult[];
  };
  readonly webmcp: {
    readonly tool: WebMcpTool;
    readonly answer: WebMcpCall;
    readonly event: WebMcpCall;
    readonly results: McpResult[];
  };
  readonly "ag-ui": {
    readonly tool: AgUiProviderTool;
    readonly answer: AgUiAnswer;
    readonly event: AgUiCallEvent;
    readonly results: AgUiToolMessage[];
  };
}

/** A schema at whose top `type: "object"` stands. */
export interface ObjectSchema {
  type: "object";
  [keyword: string]: unknown;
}

/** A tool of Anthropic's Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: ObjectSchema;
  strict?: true;
}

/** A message of Anthropic's: its blocks are looked at. */
export interface AnthropicAnswer {
  readonly content: readonly { readonly type: string }[];
}

/** An event of Anthropic's stream. */
export interface AnthropicEvent {
  readonly type: string;
}

/** The message that answers all calls of an Anthropic message. */
export interface AnthropicResults {
  role: "user";
  content: {
    type: "tool_result";
    tool_use_id: string;
    content: string | (AnthropicText | AnthropicImage)[];
    is_error?: true;
  }[];
}

export interface AnthropicText {
  type: "text";
  text: string;
}

export interface AnthropicImage {
  type: "image";
  source: {
    type: "base64";
    media_type: "image/jpeg" | "image/png" | "image/gif" | "image/webp";
    data: string;
  };
}

/** A tool of OpenAI's chat completions. */
export interface OpenAiChatTool {
  type: "function";
  function: { name: string; description: string; parameters: ObjectSchema; strict?: true };
}

/** A chat completion, or the message of one. */
export type OpenAiChatAnswer =
  | { readonly choices: readonly { readonly message: object }[] }
  | { readonly role: "assistant"; readonly tool_calls?: readonly object[] };

/** A chunk of a chat completion. */
export interface OpenAiChatChunk {
  readonly choices: readonly { readonly delta: object }[];
}

/** The message that answers a call of a chat completion. */
export interface OpenAiChatResult {
  role: "tool";
  tool_call_id: string;
  content: string;
}

/** A tool of OpenAI's responses. */
export interface OpenAiResponsesTool {
  type: "function";
  name: string;
  description: string;
  parameters: ObjectSchema;
  strict: boolean;
}

/** A response of OpenAI's. */
export interface OpenAiResponsesAnswer {
  readonly output: readonly { readonly type: string }[];
}

/** An event of a response's stream. */
export interface OpenAiResponsesEvent {
  readonly type: string;
}

/** The item that answers a call of a response. */
export interface OpenAiResponsesResult {
  type: "function_call_output";
  call_id: string;
  output:
    | string
    | (
        | { type: "input_text"; text: string }
        | { type: "input_image"; image_url: string; detail: "auto" }
      )[];
}

/** Functions for Gemini. */
export interface GeminiTool {
  functionDeclarations: {
    name: string;
    description: string;
    parametersJsonSchema: ObjectSchema;
  }[];
}

/** What Gemini answers, whole or as a part of a stream. */
export interface GeminiAnswer {
  readonly candidates?: readonly object[];
}

/** The content that answers all calls of a content of Gemini's. */
export interface GeminiResults {
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
}

/** A tool as an MCP server lists it. */
export interface McpServerTool {
  name: string;
  description: string;
  inputSchema: ObjectSchema;
  annotations?: { idempotentHint?: boolean };
}

/** A `tools/call` request to an MCP server, or its parameters. */
export type McpCall = { readonly params: McpCallParams } | McpCallParams;

export interface McpCallParams {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

/** The result of a `tools/call`. An alias: the protocol's own type may have any further members. */
export type McpResult = {
  content: ({ type: "text"; text: string } | { type: "image"; data: string; mimeType: string })[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

/** A tool for the browser's agent, without what runs it. */
export interface WebMcpTool {
  name: string;
  description: string;
  inputSchema: ObjectSchema;
}

/** What the browser's agent asks of a tool: WebMCP hands over the input only, so its name is added. */
export interface WebMcpCall {
  readonly name: string;
  readonly input: unknown;
}

/** A tool as AG-UI describes it. */
export interface AgUiProviderTool {
  name: string;
  description: string;
  parameters: JsonSchema;
}

/** An assistant's message in AG-UI. */
export interface AgUiAnswer {
  readonly role: string;
  readonly toolCalls?: readonly object[] | undefined;
}

/** An event of AG-UI. */
export interface AgUiCallEvent {
  readonly type: string;
}

/** The message that answers a call in AG-UI. */
export interface AgUiToolMessage {
  id: string;
  role: "tool";
  toolCallId: string;
  content: string;
  error?: string;
}
