/** Models that only write text, as a user writes it. */
import type { AbstractAgent } from "@ag-ui/client";
import { globalToolRegistry } from "ag-ui-lit";
import type { AgUiAgent } from "ag-ui-lit/element";
import {
  MarkerAgent,
  openAiText,
  readToolEvents,
  type StreamText,
  systemPrompt,
  ToolCallMarkers,
  type ToolEvent,
  toolEventStream,
} from "ag-ui-lit/text";
import { exactly } from "./expect.js";

const stream: StreamText = openAiText({
  url: "/v1/chat/completions",
  model: "llama",
  body: { temperature: 0 },
});
const own: StreamText = async function* ({ messages, signal }) {
  exactly<boolean>()(signal.aborted);
  exactly<"system" | "user" | "assistant" | undefined>()(messages[0]?.role);
  yield "text";
};
const bytes: StreamText = async () => new Blob().stream().pipeThrough(new TextDecoderStream());

const agent: AbstractAgent = new MarkerAgent({ stream: own, introduction: "You plan journeys." });
declare const element: AgUiAgent;
element.agent = agent;
element.agent = new MarkerAgent({ stream: bytes, config: { threadId: "t" } });
// @ts-expect-error a model is a function
new MarkerAgent({ stream: "llama" });
// @ts-expect-error bytes are no text
new MarkerAgent({ stream: () => new Blob().stream() });

exactly<string>()(systemPrompt(globalToolRegistry.all));
exactly<string>()(systemPrompt(globalToolRegistry.toAgUiTools(), { introduction: "" }));

const events: ReadableStream<ToolEvent> = new ReadableStream<string>().pipeThrough(
  new ToolCallMarkers({ messageId: "m", execute: async ({ args }) => args }),
);
exactly<ToolEvent[]>()(new ToolCallMarkers().push("a"));
// @ts-expect-error there is no such choice
new ToolCallMarkers({ bigIntegers: "bigint" });
new ToolCallMarkers({ callsInThinking: true });

exactly<Response>()(
  toolEventStream({ stream, registry: globalToolRegistry, messages: [], headers: { "x-a": "b" } }),
);
// @ts-expect-error tools need a registry
toolEventStream({ stream, messages: [] });

for await (const event of readToolEvents(new Response())) {
  if (event.type === "token") exactly<string>()(event.token);
  else if (event.type === "tool_call") exactly<Record<string, unknown>>()(event.args);
  else if (event.type === "tool_result") exactly<Record<string, unknown>>()(event.result);
  else if (event.type === "done") exactly<string>()(event.message_id);
  else exactly<string>()(event.error);
}
void events;
