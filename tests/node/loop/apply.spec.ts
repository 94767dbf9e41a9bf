/** What a run's events make of a thread: the same as the client makes of them, whose way to apply them ours replaces. */
import { AbstractAgent, type AgentSubscriber } from "@ag-ui/client";
import type { BaseEvent, Message, RunAgentInput } from "@ag-ui/core";
import { from, type Observable } from "rxjs";
import { DEFAULT_LIMITS } from "../../../pkg/dist/element/limits/limits.js";
import { applyLive } from "../../../pkg/dist/element/stream/apply/apply.js";
import { unwatchRun, watchRun } from "../../../pkg/dist/element/stream/watched-run.js";
import { randomCases } from "../../support/random.js";
import { expect, test } from "../test.js";

const watched = (agent: AbstractAgent) =>
  watchRun(agent, "watched", { limits: DEFAULT_LIMITS, touch: () => {} });

class Scripted extends AbstractAgent {
  readonly #events: readonly object[];

  constructor(events: readonly object[], messages: readonly Message[], state: unknown) {
    super({ initialMessages: structuredClone([...messages]), initialState: state });
    this.#events = events;
  }

  override run(_input: RunAgentInput): Observable<BaseEvent> {
    return from(structuredClone(this.#events) as BaseEvent[]);
  }
}

/** What is left, and what each event was announced with. */
async function left(agent: AbstractAgent, subscriber: AgentSubscriber = {}) {
  const seen: unknown[] = [];
  const buffers: AgentSubscriber = {
    onEvent: ({ event, messages, state }) => {
      seen.push(structuredClone([event.type, messages, state]));
    },
    onTextMessageContentEvent: ({ textMessageBuffer }) => void seen.push(textMessageBuffer),
    onTextMessageEndEvent: ({ textMessageBuffer }) => void seen.push(textMessageBuffer),
    onReasoningMessageContentEvent: (params) => void seen.push(params.reasoningMessageBuffer),
    ...subscriber,
  };
  const { result } = await agent.runAgent({ runId: "watched" }, buffers);
  const { messages, state, pendingInterrupts } = agent;
  return { seen, result, messages, state, pendingInterrupts };
}

/** What ours and the client's way make of the same. */
async function both(events: readonly object[], messages: readonly Message[], state: unknown) {
  const client = await left(new Scripted(events, messages, state));
  const agent = new Scripted(events, messages, state);
  applyLive(agent);
  const run = watched(agent);
  const ours = await left(agent);
  expect(run.isApplied, "it was applied in our way").toBe(true);
  unwatchRun(agent);
  return { client, ours };
}

const ids = ["a", "b", "c", "d"];

/** The same numbers for the same seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A run in which everything happens, in any order that the client lets through. */
function anyRun(seed: number): object[] {
  const below = random(seed);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const open = { texts: new Set<string>(), thoughts: new Set<string>(), calls: new Set<string>() };
  const events: object[] = [{ type: "RUN_STARTED", threadId: "t", runId: "r", ...anyInput(below) }];
  const metadata = () => (below(4) === 0 ? { metadata: { [pick(["x", "y"])]: below(9) } } : {});
  const steps: (() => object | undefined)[] = [
    () => text("TEXT_MESSAGE", open.texts, `t${pick(ids)}`),
    () => text("TEXT_MESSAGE", open.texts, `t${pick(ids)}`),
    () => text("REASONING_MESSAGE", open.thoughts, `r${pick(ids)}`),
    () => call(`c${pick(ids)}`),
    () => call(`c${pick(ids)}`),
    () => call(`c${pick(ids)}`),
    () => ({
      type: "TOOL_CALL_RESULT",
      messageId: `answer-${below(99)}`,
      toolCallId: pick([`c${pick(ids)}`, "nobody's"]),
      content: `${below(9)}`,
      ...metadata(),
    }),
    () => ({
      type: "REASONING_ENCRYPTED_VALUE",
      subtype: pick(["message", "tool-call"]),
      entityId: pick([`t${pick(ids)}`, `c${pick(ids)}`, `p${pick(ids)}`]),
      encryptedValue: `${below(9)}`,
    }),
    () => ({
      type: "ACTIVITY_SNAPSHOT",
      messageId: pick([`p${pick(ids)}`, "old"]),
      activityType: pick(["PLAN", "WORK"]),
      content: { steps: [below(9)] },
      ...(below(3) === 0 && { replace: false }),
      ...metadata(),
    }),
    () => ({
      type: "ACTIVITY_DELTA",
      messageId: pick([`p${pick(ids)}`, "nobody"]),
      activityType: "PLAN",
      patch: [{ op: "add", path: pick(["/steps/-", "/steps/0", "/none/0"]), value: below(9) }],
      ...metadata(),
    }),
    () => ({ type: "STATE_SNAPSHOT", snapshot: anyState(below) }),
    () => ({ type: "CUSTOM", name: "x", value: below(9) }),
    () => (below(4) === 0 ? anySnapshot(below) : undefined),
  ];
  const text = (kind: string, some: Set<string>, messageId: string): object => {
    const role = kind === "TEXT_MESSAGE" ? pick(["assistant", "developer"]) : "reasoning";
    if (!some.has(messageId)) {
      some.add(messageId);
      return { type: `${kind}_START`, messageId, role, ...metadata() };
    }
    if (below(3) > 0) return { type: `${kind}_CONTENT`, messageId, delta: `${below(99)} ` };
    some.delete(messageId);
    return { type: `${kind}_END`, messageId, ...metadata() };
  };
  const call = (toolCallId: string): object => {
    if (!open.calls.has(toolCallId)) {
      open.calls.add(toolCallId);
      const parentMessageId = pick([undefined, `t${pick(ids)}`, `p${pick(ids)}`, "old"]);
      const parent = parentMessageId !== undefined && { parentMessageId };
      const toolCallName = pick(["one", "two"]);
      return { type: "TOOL_CALL_START", toolCallId, toolCallName, ...parent, ...metadata() };
    }
    if (below(3) > 0) return { type: "TOOL_CALL_ARGS", toolCallId, delta: `${below(99)}` };
    open.calls.delete(toolCallId);
    return { type: "TOOL_CALL_END", toolCallId, ...metadata() };
  };
  for (let step = 0; step < 60; step += 1) {
    const event = pick(steps)();
    if (event) events.push(event);
  }
  for (const messageId of open.texts) events.push({ type: "TEXT_MESSAGE_END", messageId });
  for (const messageId of open.thoughts) events.push({ type: "REASONING_MESSAGE_END", messageId });
  for (const toolCallId of open.calls) events.push({ type: "TOOL_CALL_END", toolCallId });
  const interrupts = [{ id: "i", reason: "tool_call", toolCallId: "ca" }];
  const outcome = pick([undefined, { type: "success" }, { type: "interrupt", interrupts }]);
  const end = outcome?.type === "interrupt" ? {} : { result: { n: below(9) } };
  const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r", ...end };
  return [...events, { ...finished, ...(outcome && { outcome }) }];
}

function anyState(below: (limit: number) => number): unknown {
  return [null, 0, "", [below(9)], { list: [below(9), { deep: below(9) }], n: below(9) }][below(5)];
}

function anyInput(below: (limit: number) => number): object {
  const messages = [
    { id: "old", role: "user", content: "Known" },
    { id: "fresh", role: "user", content: "From the input" },
  ];
  const input = { threadId: "t", runId: "r", messages, tools: [], context: [], state: {} };
  return below(2) === 0 ? { input: { ...input, forwardedProps: {} } } : {};
}

function anySnapshot(below: (limit: number) => number): object {
  const all = [
    { id: "old", role: "user", content: `Rewritten ${below(9)}` },
    { id: "ta", role: "assistant", content: "Snapshot" },
    { id: "ra", role: "reasoning", content: "Snapshot" },
    { id: "pa", role: "activity", activityType: "PLAN", content: { steps: [] } },
    { id: "new", role: "user", content: "New" },
  ];
  const metadata = { "@ag-ui/client": { authoritativeActivityTypes: [null, ["PLAN"]][below(2)] } };
  const messages = all.filter(() => below(2) === 0);
  return { type: "MESSAGES_SNAPSHOT", messages, ...(below(3) === 0 && { metadata }) };
}

test("any run makes of messages, state and interrupts what the client makes of them, at each event", async () => {
  const complaints: unknown[] = [];
  const { warn } = console;
  console.warn = (...words) => complaints.push(words);
  const thread = [{ id: "old", role: "user", content: "Hello" }] as Message[];
  for (let seed = 1; seed <= randomCases(100); seed += 1) {
    const { client, ours } = await both(anyRun(seed), thread, { list: [] });
    expect(ours, `seed ${seed}`).toEqual(client);
  }
  console.warn = warn;
  expect(complaints.length, "what nothing can be done with is warned of").toBeGreaterThan(0);
});

/** Patches of a state, each after the ones before it. */
const patches: object[][] = [
  [{ op: "add", path: "/list/-", value: { a: 1 } }],
  [{ op: "replace", path: "/list/0/a", value: { b: [1] } }],
  [{ op: "copy", from: "/list/0", path: "/deep/copy" }],
  [{ op: "add", path: "/deep/copy/a/b/0", value: 0 }],
  [{ op: "move", from: "/list/0", path: "/deep/moved" }],
  [
    { op: "add", path: "/a~1b", value: 1 },
    { op: "test", path: "/a~1b", value: 1 },
  ],
  [{ op: "replace", path: "/list", value: [[1], [2]] }],
  [{ op: "remove", path: "/deep" }],
  [{ op: "replace", path: "", value: { whole: { new: [1] } } }],
  [{ op: "move", from: "/whole", path: "" }],
];

test("patches make of the state what the client makes of them, and what was looked at stays as it was", async () => {
  const events = [
    { type: "RUN_STARTED", threadId: "t", runId: "r" },
    ...patches.map((delta) => ({ type: "STATE_DELTA", delta })),
    { type: "RUN_FINISHED", threadId: "t", runId: "r" },
  ];
  const state = { list: [], deep: {} };
  const { client, ours } = await both(events, [], state);
  expect(ours).toEqual(client);
  const agent = new Scripted(events, [], state);
  applyLive(agent);
  watched(agent);
  const looks: [unknown, string][] = [];
  await left(agent, {
    onEvent: ({ state }) => void looks.push([state, JSON.stringify(state)]),
  });
  expect(looks).toHaveLength(events.length);
  for (const [kept, then] of looks) expect(JSON.stringify(kept)).toBe(then);
});

for (const [what, delta] of [
  [
    "a later operation",
    [
      { op: "add", path: "/list/-", value: 2 },
      { op: "remove", path: "/none" },
    ],
  ],
  ["a move into itself", [{ op: "move", from: "/deep", path: "/deep/er" }]],
  ["a move to nowhere", [{ op: "move", from: "/list/0", path: "/none/x" }]],
  ["a prototype", [{ op: "add", path: "/deep/__proto__/x", value: 1 }]],
  [
    "a replaced whole",
    [
      { op: "replace", path: "", value: 1 },
      { op: "remove", path: "/x" },
    ],
  ],
] as const) {
  test(`a patch that does not apply because of ${what} leaves the state as it was`, async () => {
    const agent = new Scripted(
      [
        { type: "RUN_STARTED", threadId: "t", runId: "r" },
        { type: "STATE_SNAPSHOT", snapshot: { list: [1], deep: { a: 1 } } },
        // The state has been changed in place by then.
        { type: "STATE_DELTA", delta: [{ op: "add", path: "/deep/b", value: 2 }] },
        { type: "STATE_DELTA", delta },
      ],
      [],
      {},
    );
    applyLive(agent);
    watched(agent);
    const failures: Error[] = [];
    const onRunFailed = ({ error }: { error: Error }) => {
      failures.push(error);
      return { stopPropagation: true } as never;
    };
    await agent.runAgent({ runId: "watched" }, { onRunFailed });
    expect(failures.map(({ message }) => message)).toEqual([
      expect.stringContaining("a state delta does not apply"),
    ]);
    expect(agent.state).toEqual({ list: [1], deep: { a: 1, b: 2 } });
  });
}

test("what the page writes while a run goes on stands until the run changes it, as with the client", async () => {
  const events = [
    { type: "RUN_STARTED", threadId: "t", runId: "r" },
    { type: "CUSTOM", name: "write", value: 1 },
    { type: "CUSTOM", name: "look", value: 1 },
    { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" },
    { type: "TEXT_MESSAGE_END", messageId: "m" },
    { type: "RUN_FINISHED", threadId: "t", runId: "r" },
  ];
  const seen = async (agent: Scripted) => {
    const looks: unknown[] = [];
    const onCustomEvent: AgentSubscriber["onCustomEvent"] = ({ event: { name } }) => {
      if (name === "write") agent.messages = [{ id: "w", role: "user", content: "Written" }];
      looks.push(agent.messages.map(({ id }) => id));
    };
    const { messages } = await left(agent, { onCustomEvent });
    return [looks, messages];
  };
  const ours = new Scripted(events, [], {});
  applyLive(ours);
  watched(ours);
  expect(await seen(ours)).toEqual(await seen(new Scripted(events, [], {})));
  const plain = Object.getOwnPropertyDescriptor(ours, "messages");
  expect(plain, "a property as it was").toMatchObject({ writable: true, enumerable: true });
});

test("an agent that applies events itself, or has subscribers of the page's, keeps its way", async () => {
  const events = [
    { type: "RUN_STARTED", threadId: "t", runId: "r" },
    { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "Secret" },
    { type: "TEXT_MESSAGE_END", messageId: "m" },
    { type: "RUN_FINISHED", threadId: "t", runId: "r" },
  ];
  class Own extends Scripted {
    applied = 0;
    protected override apply(...given: Parameters<AbstractAgent["apply"]>) {
      this.applied += 1;
      return super.apply(...given);
    }
  }
  const own = new Own(events, [], {});
  applyLive(own);
  const isApplied = watched(own);
  await left(own);
  expect([own.applied, isApplied.isApplied]).toEqual([1, false]);
  const subscribed = new Scripted(events, [], {});
  subscribed.subscribe({
    onTextMessageContentEvent: async ({ messages }) => {
      await undefined;
      const rewritten = messages.map((message) => ({ ...message, content: "Rewritten" }));
      return { messages: rewritten as Message[], stopPropagation: true };
    },
  });
  applyLive(subscribed);
  const run = watched(subscribed);
  await left(subscribed);
  expect(run.isApplied).toBe(false);
  expect(subscribed.messages).toEqual([{ id: "m", role: "assistant", content: "Rewritten" }]);
});
