import { ToolRegistry } from "ag-ui-lit";
import type { AgUiAgent, AgUiAgentEventMap } from "ag-ui-lit/element";
import type { Thread } from "./loads.js";
import { answerWith, type Talker } from "./talker.js";

/** Nobody listens. */
export const silent: Talker = {
  name: "`<ag-ui-agent>`, nobody listens",
  kind: "ours",
  notes: ["runs the tools and sends their results, too"],
  talk: (stream) => talk(stream, () => {}),
};

/** A page that looks at all there is with each event that tells of it. */
export const watched: Talker = {
  name: "`<ag-ui-agent>`, each message, text and state looked at as it is reported",
  kind: "ours",
  notes: [],
  talk: (stream) =>
    talk(stream, (element) => {
      listen(element, "ag-ui-messages-changed", ({ messages }) => messages.length);
      listen(element, "ag-ui-text-content", ({ buffer }) => buffer.length);
      listen(element, "ag-ui-state-changed", ({ state }) => state);
    }),
};

async function talk(stream: Blob, prepare: (element: AgUiAgent) => void): Promise<Thread> {
  await import("ag-ui-lit/element");
  const element = document.createElement("ag-ui-agent");
  element.url = "/agent";
  element.registry = new ToolRegistry();
  document.body.append(element);
  const schema = { type: "object", properties: { text: { type: "string" } } };
  const handler = () => "Noted.";
  await element.registerTool({ name: "note", description: "Takes a note.", schema, handler });
  prepare(element);
  const { fetch } = globalThis;
  const answers = [stream, new Blob([ended])];
  globalThis.fetch = async () => answerWith(answers.shift() ?? new Blob());
  try {
    const { outcome, error } = await element.sendMessage("Go");
    if (outcome !== "finished") throw new Error(error?.message ?? outcome);
    return { messages: element.messages, state: element.state };
  } finally {
    globalThis.fetch = fetch;
    element.remove();
  }
}

/** What the agent says to the results of the tools. */
const ended = ["RUN_STARTED", "RUN_FINISHED"]
  .map((type) => `data: ${JSON.stringify({ type, threadId: "t", runId: "r2" })}\n\n`)
  .join("");

function listen<Type extends keyof AgUiAgentEventMap>(
  element: AgUiAgent,
  type: Type,
  look: (detail: AgUiAgentEventMap[Type]["detail"]) => unknown,
): void {
  const listener = (event: Event): void => {
    look((event as AgUiAgentEventMap[Type]).detail);
  };
  element.addEventListener(type, listener);
}
