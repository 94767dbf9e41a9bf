/** `ag-ui-lit/providers` with the vendors' own types, without a cast. */

import type { AssistantMessage, BaseEvent, Message, Tool, ToolMessage } from "@ag-ui/core";
import type Anthropic from "@anthropic-ai/sdk";
import type { Content, GenerateContentResponse, GoogleGenAI } from "@google/genai";
import type { Mistral } from "@mistralai/mistralai";
import type {
  CallToolRequest,
  CallToolResult,
  Tool as McpTool,
} from "@modelcontextprotocol/client";
import { ToolExecutionManager, type ToolExecutionResult, ToolRegistry } from "ag-ui-lit";
import {
  type CallEvent,
  type LiftedCall,
  type Loss,
  loadModels,
  type ProviderForms,
  type ProviderName,
  provider,
} from "ag-ui-lit/providers";
import { type Model, modelOf } from "ag-ui-lit/server";
import type OpenAI from "openai";
import { exactly } from "../expect.js";

const registry = new ToolRegistry();
const manager = new ToolExecutionManager();
declare const outcomes: readonly (ToolExecutionResult | undefined)[];

await loadModels(new URL("https://example.com/models_bg.wasm"));

// Anthropic
const anthropic = await provider("anthropic", { strict: true });
const lowered = anthropic.lower(registry);
exactly<ProviderForms["anthropic"]["tool"][]>()(lowered.tools);
exactly<readonly Loss[]>()(lowered.losses);
declare const claude: Anthropic;
const message = await claude.messages.create({
  model: "claude",
  max_tokens: 1,
  tools: lowered.tools,
  messages: [],
});
const calls = anthropic.lift(message);
exactly<LiftedCall[]>()(calls);
const turn: Anthropic.MessageParam = anthropic.results(calls, outcomes);
turn.role satisfies string;
const reader = anthropic.reader();
declare const streamed: Anthropic.MessageStreamEvent;
exactly<CallEvent[]>()(reader.push(streamed));
for (const event of reader.end()) {
  if (event.type === "args") exactly<Readonly<Record<string, unknown>>>()(event.partialArgs);
  if (event.type === "end") exactly<string | undefined>()(event.issue);
}

// OpenAI
const chat = await provider("openai-chat", { strict: false });
const chatTools = chat.lower(registry.all).tools;
exactly<ProviderForms["openai-chat"]["tool"][]>()(chatTools);
declare const gpt: OpenAI;
const completion = await gpt.chat.completions.create({
  model: "gpt",
  messages: [...chat.results(calls, outcomes)],
  tools: chatTools,
});
exactly<LiftedCall[]>()(chat.lift(completion));
const [choice] = completion.choices;
if (choice) chat.lift(choice.message);
declare const chunk: OpenAI.ChatCompletionChunk;
chat.reader().push(chunk);

const responses = await provider("openai-responses");
const response = await gpt.responses.create({
  model: "gpt",
  input: responses.results(calls, outcomes),
  tools: responses.lower(registry).tools,
});
responses.lift(response);
declare const responseEvent: OpenAI.Responses.ResponseStreamEvent;
responses.reader().push(responseEvent);

// Google
const gemini = await provider("gemini");
declare const google: GoogleGenAI;
const answer: GenerateContentResponse = await google.models.generateContent({
  model: "gemini",
  contents: "Go.",
  config: { tools: gemini.lower(registry).tools },
});
gemini.lift(answer);
gemini.reader().push(answer);
const content: Content = gemini.results(calls, outcomes);
content.role satisfies string | undefined;

// Mistral
const mistral = await provider("mistral", { strict: true });
declare const mistralClient: Mistral;
const mistralAnswer = await mistralClient.chat.complete({
  model: "mistral",
  tools: mistral.lower(registry).tools,
  messages: mistral
    .results(calls, outcomes)
    .map(({ tool_call_id: toolCallId, ...result }) => ({ ...result, toolCallId })),
});
mistral.lift(mistralAnswer);
const mistralMessage = mistralAnswer.choices[0]?.message;
if (mistralMessage) mistral.lift(mistralMessage);
const mistralReader = mistral.reader();
for await (const event of await mistralClient.chat.stream({ model: "mistral", messages: [] })) {
  mistralReader.push(event);
  mistralReader.push(event.data);
}

// MCP
const mcp = await provider("mcp");
const mcpTools: McpTool[] = mcp.lower(registry).tools;
declare const request: CallToolRequest;
const called = mcp.lift(request);
mcp.lift(request.params);
const mcpResults: CallToolResult[] = mcp.results(called, outcomes);
mcpTools.length + mcpResults.length;

// AG-UI
const agUi = await provider("ag-ui");
const agUiTools: Tool[] = agUi.lower(registry).tools;
declare const assistant: AssistantMessage;
agUi.lift(assistant);
declare const event: BaseEvent;
agUi.reader().push(event);
const toolMessages: ToolMessage[] = agUi.results(calls, outcomes);
const messages: Message[] = [...toolMessages];
agUiTools.length + messages.length;

// WebMCP
const webMcp = await provider("webmcp");
webMcp.lift({ name: "x", input: {} });

// Calls run as any other.
for (const { toolCallId, toolCallName, argsText } of calls) {
  const tool = registry.get(toolCallName);
  if (tool) exactly<ToolExecutionResult>()(await manager.execute(tool, toolCallId, argsText));
}

// Any of them.
declare const name: ProviderName;
(await provider(name)).lower(registry).losses satisfies readonly Loss[];

// @ts-expect-error there is none of that name
await provider("claude");
// @ts-expect-error Gemini has no strict mode
await provider("gemini", { strict: true });
// @ts-expect-error an option that nobody knows
await provider("anthropic", { strikt: true });
// @ts-expect-error an answer of another API
anthropic.lift(completion);

// The tools of a model's request, for every API
const model: Model = async (request) => {
  const names = ["anthropic", "openai-chat", "openai-responses", "gemini", "mistral"] as const;
  for (const name of names) (await provider(name)).lower(request.tools);
  const { tools } = (await provider("openai-chat")).lower(request.tools);
  exactly<ProviderForms["openai-chat"]["tool"][]>()(tools);
  const answer = await gpt.chat.completions.create({ model: "gpt", messages: [], tools });
  const toolCalls = chat.lift(answer).map(({ toolCallId: id, toolCallName: name, argsText }) => {
    return { id, name, arguments: argsText };
  });
  return { toolCalls };
};
model satisfies Model;

// The vendors' clients as models of an `AgentReasoner`.
const models: Model[] = [
  modelOf("anthropic", claude, { model: "m", strict: true }),
  modelOf("openai-chat", gpt, { model: "m", instructions: ({ request }) => String(request.state) }),
  modelOf("openai-responses", gpt, { model: "m", body: { store: false } }),
  modelOf("gemini", google, { model: "m" }),
  modelOf("mistral", mistralClient, { model: "m", onUsage: ({ inputTokens }) => inputTokens }),
];
models.length satisfies number;
// @ts-expect-error Gemini has no strict mode.
modelOf("gemini", google, { model: "m", strict: true });
// @ts-expect-error Another vendor's client.
modelOf("anthropic", gpt, { model: "m" });
