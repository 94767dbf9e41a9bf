import { expect, type Page } from "@playwright/test";
import type { Message, Reply, ScriptedAgent } from "../support/backend.js";

/** What came of a conversation with a page that has the tool `echo`. */
export interface Heard {
  /** How each message's loop ended: `outcome`, or `outcome/code`. */
  readonly outcomes: string[];
  /** The arguments of each run of `echo`. */
  readonly ran: unknown[];
  readonly messages: readonly Message[];
  /** How many times each event came. */
  readonly events: Record<string, number>;
}

/** Sends messages one after the other, and answers the interrupts that come. */
export function converse(page: Page, agent: ScriptedAgent, sends = 1): Promise<Heard> {
  return page.evaluate(
    async ([url, count]) => {
      const element = openAgent(url);
      const ran: unknown[] = [];
      const events = record(element, "ag-ui-", eventTypes.agent);
      await element.registerTool({
        name: "echo",
        description: "Gives its arguments back.",
        schema: {},
        handler: (args) => {
          ran.push(args);
          return `echo ${JSON.stringify(args)}`;
        },
      });
      const outcomes: string[] = [];
      const note = ({ outcome, error }: Awaited<ReturnType<typeof element.sendMessage>>) =>
        outcomes.push(error ? `${outcome}/${error.code}` : outcome);
      for (let sent = 1; sent <= count; sent += 1) {
        note(await element.sendMessage(`Message ${sent}`));
        const open = element.pendingInterrupts;
        if (open.length === 0) continue;
        note(
          await element.resume(
            Object.fromEntries(open.map(({ id }) => [id, { status: "resolved", payload: {} }])),
          ),
        );
      }
      const counts: Record<string, number> = {};
      for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
      return { outcomes, ran, messages: element.messages as unknown as Message[], events: counts };
    },
    [agent.url, sends] as const,
  );
}

/** Messages in short: `m1(c1 c2)` for an assistant message with calls, `c1=text` for an answer, else the content. */
export function brief(messages: readonly Message[] | undefined): string[] {
  return (messages ?? []).map((message) => {
    if (message.role === "tool") return `${message.toolCallId}=${message.content}`;
    if (!message.toolCalls) return String(message.content);
    return `${message.id}(${message.toolCalls.map((call) => call.id).join(" ")})`;
  });
}

/** Every call is answered once, right behind its message and in call order, and nothing else is an answer. */
export function expectEveryCallAnswered(messages: readonly Message[] | undefined): void {
  const list = messages ?? [];
  const answers = list.filter((message) => message.role === "tool").length;
  const calls = list.flatMap((message) => message.toolCalls ?? []);
  expect(answers, "an answer for every call, and no more").toBe(calls.length);
  list.forEach((message, at) => {
    const ids = (message.toolCalls ?? []).map((call) => call.id);
    const next = list.slice(at + 1, at + 1 + ids.length).map((answer) => answer.toolCallId);
    expect(next).toEqual(ids);
    for (const call of message.toolCalls ?? []) {
      expect(() => JSON.parse(call.function.arguments)).not.toThrow();
    }
  });
}

export const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
export const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r" };

/** Replies with these events, and never ends. */
export function open(...events: object[]): Reply {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
  };
}

/** A RUN_FINISHED that lists pending calls. */
export function finishedPending(...pendingToolCallIds: string[]): object {
  return { ...finished, outcome: { type: "success", pendingToolCallIds } };
}

/** A RUN_FINISHED that waits for the page, because of one call. */
export function finishedInterrupted(toolCallId: string): object {
  const interrupts = [{ id: "i1", reason: "tool_call", toolCallId }];
  return { ...finished, outcome: { type: "interrupt", interrupts } };
}

/** The backend's own answer to a call. */
export function result(toolCallId: string, content = "from the server"): object {
  return { type: "TOOL_CALL_RESULT", messageId: `result-${toolCallId}`, toolCallId, content };
}

/** A MESSAGES_SNAPSHOT. */
export function snapshot(...messages: object[]): object {
  return { type: "MESSAGES_SNAPSHOT", messages };
}

/** An assistant message with calls of `echo`, as it stands in a snapshot. */
export function asked(id: string, calls: Record<string, string>): object {
  const toolCalls = Object.entries(calls).map(([call, args]) => ({
    id: call,
    type: "function",
    function: { name: "echo", arguments: args },
  }));
  return { id, role: "assistant", toolCalls };
}

/** A tool message, as it stands in a snapshot. */
export function answered(toolCallId: string, content: string): object {
  return { id: `answer-${toolCallId}-${content}`, role: "tool", toolCallId, content };
}
