import type { Page } from "@playwright/test";
import type { AgUiAgent, Message } from "ag-ui-lit/element";
import { type AgentRequest, run, type ScriptedAgent, text } from "../support/backend.js";

// Calls of `save` as a model writes them, piece by piece, and a page that has that tool.

export const start = (toolCallId: string, toolCallName = "save", parentMessageId?: string) => ({
  type: "TOOL_CALL_START",
  toolCallId,
  toolCallName,
  ...(parentMessageId && { parentMessageId }),
});
export const args = (toolCallId: string, delta: string) => ({
  type: "TOOL_CALL_ARGS",
  toolCallId,
  delta,
});
export const end = (toolCallId: string) => ({ type: "TOOL_CALL_END", toolCallId });
export const call = (id: string, ...deltas: string[]) => [
  start(id),
  ...deltas.map((delta) => args(id, delta)),
  end(id),
];
export const done = run(...text("done", "Done."));

/** The argument text of each call in a request. */
export const written = (request: AgentRequest | undefined) =>
  request?.messages.flatMap(({ toolCalls = [] }) =>
    toolCalls.map((one) => [one.id, one.function.arguments]),
  );

export const answers = (request: AgentRequest | undefined) =>
  request?.messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []));

declare global {
  /** An element with the tool `save`, which notes what it gets. */
  function openSaver(url: string): Promise<{
    readonly element: AgUiAgent;
    readonly got: unknown[];
    readonly events: ReturnType<typeof record>;
  }>;
}

/** Puts `openSaver` into the page. */
export async function offerSaver(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.openSaver = async (url) => {
      const element = openAgent(url);
      const events = record(element, "ag-ui-", eventTypes.agent);
      const got: unknown[] = [];
      await element.registerTool({
        name: "save",
        description: "Saves a note.",
        schema: {
          type: "object",
          properties: { text: { type: "string" }, size: { maximum: 9 }, list: { type: "array" } },
        },
        handler: (args) => {
          got.push(structuredClone(args));
          return "saved";
        },
      });
      return { element, got, events };
    };
  });
}

/** What the page hears while the calls of one message are written, in short, and what the tool got. */
export async function hear(page: Page, agent: ScriptedAgent) {
  await offerSaver(page);
  return page.evaluate(async (url) => {
    const { element, got, events } = await openSaver(url);
    const { outcome, error } = await element.sendMessage("Go");
    // When the tools have ended is their business, and not one of order.
    const heard = events
      .filter(({ type }) => /^tool-call-(start|args|invalid)$/.test(type))
      .map(({ type, detail }) => {
        const [, , what] = type.split("-");
        const more =
          what === "args" ? ` ${detail.delta}` : what === "invalid" ? ` ${detail.reason}` : "";
        return `${detail.toolCallId} ${what}${more}`;
      });
    return { heard, got, outcome, code: error?.code, messages: element.messages as Message[] };
  }, agent.url);
}
