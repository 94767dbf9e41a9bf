/** A page that was loaded anew: a new agent, and the messages that the page kept. What was asked for reaches the task that waits. */
import type { Message, ToolMessage } from "@ag-ui/core";
import { A2aAgent } from "ag-ui-lit/a2a";
import { expect, test } from "../test.js";
import { Desk } from "./desk.js";

/** A run of an agent by itself, as the element does it. */
function events(agent: A2aAgent, messages: readonly Message[]): Promise<{ type: string }[]> {
  const input = {
    ...{ threadId: agent.threadId, runId: crypto.randomUUID(), messages: [...messages] },
    ...{ tools: [], context: [], state: {}, forwardedProps: {} },
  };
  return new Promise((resolve, reject) => {
    const seen: { type: string }[] = [];
    agent.run(input as never).subscribe({
      next: (event) => void seen.push(event),
      error: reject,
      complete: () => resolve(seen),
    });
  });
}

const ask: Message = { id: "u1", role: "user", content: "A room, please." };
const result = (toolCallId: string): ToolMessage => ({
  ...{ id: "r1", role: "tool", toolCallId, content: "Booked." },
});

/** The thread as a page keeps it, up to the call. */
function threadOf(seen: { type: string }[], keeps: "all" | "no metadata"): Message[] {
  const start = seen.find(({ type }) => type === "TOOL_CALL_START") as unknown as {
    toolCallId: string;
    toolCallName: string;
    parentMessageId: string;
    metadata: object;
  };
  const call = {
    id: start.toolCallId,
    type: "function" as const,
    function: { name: start.toolCallName, arguments: '{"room":1}' },
    ...(keeps === "all" && { metadata: start.metadata }),
  };
  const asked = { id: start.parentMessageId, role: "assistant", toolCalls: [call] };
  return JSON.parse(JSON.stringify([ask, asked])) as Message[];
}

const agentFor = (desk: Desk) =>
  new A2aAgent({
    url: desk.host.url,
    config: { threadId: "thread" },
    resubscribe: { attempts: 1, baseDelay: 0 },
  });

for (const keeps of ["all", "no metadata"] as const) {
  test(`the result of a call goes to its task (the page keeps ${keeps})`, async () => {
    const desk = await Desk.open();
    const before = await events(agentFor(desk), [ask]);
    const thread = threadOf(before, keeps);
    const after = await events(agentFor(desk), [...thread, result(callIn(thread))]);
    const said = after.map((event) => (event as { delta?: string }).delta ?? event.type);
    expect(said).toEqual([
      "RUN_STARTED",
      "TEXT_MESSAGE_START",
      "The room ",
      "is booked.",
      "TEXT_MESSAGE_END",
      "RUN_FINISHED",
    ]);
    expect(desk.reasoner.requests.at(-1)?.messages.at(-1)).toMatchObject({
      role: "tool",
      content: "Booked.",
    });
  });
}

test("what the user says next goes to the task as well, with the result", async () => {
  const desk = await Desk.open();
  const thread = threadOf(await events(agentFor(desk), [ask]), "all");
  const more: Message = { id: "u2", role: "user", content: "Thanks." };
  await events(agentFor(desk), [...thread, result(callIn(thread)), more]);
  const roles = desk.reasoner.requests.at(-1)?.messages.map(({ role }) => role);
  expect(roles).toEqual(["user", "assistant", "tool", "user"]);
});

test("a task that is gone is not waited for: what the user says begins another", async () => {
  const desk = await Desk.open();
  const thread = threadOf(await events(agentFor(desk), [ask]), "all");
  const forgetful = await Desk.open();
  const more: Message = { id: "u2", role: "user", content: "Thanks." };
  const after = await events(agentFor(forgetful), [...thread, result(callIn(thread)), more]);
  expect(after.at(-1)?.type).toBe("RUN_FINISHED");
});

test("a call that was answered and gone on from is nobody's any more", async () => {
  const desk = await Desk.open();
  const thread = threadOf(await events(agentFor(desk), [ask]), "all");
  const answered: Message = { id: "m9", role: "assistant", content: "Fine." };
  const more: Message = { id: "u2", role: "user", content: "Another." };
  const after = await events(agentFor(desk), [...thread, result(callIn(thread)), answered, more]);
  expect(after.at(-1)?.type).toBe("RUN_FINISHED");
});

function callIn(thread: readonly Message[]): string {
  const last = thread.at(-1) as { readonly toolCalls?: readonly { readonly id: string }[] };
  return last.toolCalls?.[0]?.id ?? "";
}
