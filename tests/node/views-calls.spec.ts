/** `toolCallsOf()`: the state of each call, from recorded events and messages of an agent. */
import { ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import type { AgUiAgent, AgUiAgentEventMap, Message } from "ag-ui-lit/element";
import { type ToolCallState, toolCallsOf } from "ag-ui-lit/views";
import { eventOf, until } from "../support/observe.js";
import { expect, test } from "./test.js";

/** What a store needs of an element, and a way to have it report something. */
class FakeAgent extends EventTarget {
  messages: Message[] = [];
  /** The messages with the thread's names of their calls. */
  named: Message[] | undefined;
  threadId = "thread";
  isRunning = true;
  pendingApprovals = [];
  readonly manager = new ToolExecutionManager();
  readonly registry = new ToolRegistry();

  get agent() {
    return { messages: this.named ?? this.messages };
  }

  tell<Type extends keyof AgUiAgentEventMap>(
    type: Type,
    detail: Partial<AgUiAgentEventMap[Type]["detail"]> | null,
    key?: string,
  ): void {
    if (key !== undefined && detail) {
      Object.defineProperty(detail, Symbol.for("ag-ui-lit.call-key"), { value: key });
    }
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  set(messages: Message[], named?: Message[]): void {
    this.messages = messages;
    this.named = named;
    this.tell("ag-ui-messages-changed", { messages });
  }
}

const opened = () => {
  const fake = new FakeAgent();
  return { fake, agent: fake as unknown as AgUiAgent };
};

const called = (id: string, ...calls: [id: string, name: string, args: string][]): Message => ({
  id,
  role: "assistant",
  content: "",
  toolCalls: calls.map(([id, name, args]) => ({
    id,
    type: "function",
    function: { name, arguments: args },
  })),
});

const answered = (toolCallId: string, content: string, error?: string): Message => ({
  id: `answer-${toolCallId}`,
  role: "tool",
  toolCallId,
  content,
  ...(error !== undefined && { error }),
});

const call = { toolCallId: "c1", toolCallName: "get_weather" };

/** The arguments of a call that is being written. */
const reader = (text: string, value: Record<string, unknown>, isDone = false) => ({
  text,
  value,
  isComplete: () => isDone,
  on: () => () => {},
});

const execution = (status: string, more: object = {}) => ({
  id: "e1",
  toolCallId: "c1",
  toolName: "get_weather",
  args: { city: "Rome" },
  status,
  timing: { queuedAt: 1 },
  retry: { attemptNumber: status === "pending" ? 0 : 1, maxAttempts: 3, previousErrors: [] },
  ...more,
});

const summary = (state: ToolCallState | undefined) =>
  state && [state.toolName, state.status, state.args, state.result ?? state.error?.message];

test("a restored thread: answered, failed and open calls, from the messages alone", () => {
  const { fake, agent } = opened();
  fake.isRunning = false;
  fake.messages = [
    called("m1", ["c1", "get_weather", '{"city":"Rome"}'], ["c2", "pay", "{}"]),
    answered("c1", '{"degrees":21}'),
    answered("c2", "No money.", "No money."),
    called("m2", ["c3", "get_weather", '{"city":']),
  ];
  const calls = toolCallsOf(agent);
  expect(calls.all.map(summary)).toEqual([
    ["get_weather", "succeeded", { city: "Rome" }, '{"degrees":21}'],
    ["pay", "failed", {}, "No money."],
    ["get_weather", "open", {}, undefined],
  ]);
  expect(calls.get("m1", "c1")?.output).toEqual({ degrees: 21 });
  expect(calls.get("m2", "c3")?.argsText).toBe('{"city":');
  expect(calls.get("m2", "c1")).toBeUndefined();
  expect(toolCallsOf(agent)).toBe(calls);
});

test("a call from the first letter of its arguments to its result", () => {
  const { fake, agent } = opened();
  const calls = toolCallsOf(agent);
  const state = () => calls.get("m1", "c1");
  fake.tell("ag-ui-tool-call-start", { ...call, arguments: reader('{"city":"Ro', { city: "Ro" }) });
  fake.set([called("m1", ["c1", "get_weather", ""])]);
  expect(summary(state())).toEqual(["get_weather", "writing", { city: "Ro" }, undefined]);
  const done = reader('{"city":"Rome"}', { city: "Rome" }, true);
  fake.tell("ag-ui-tool-call-start", { ...call, arguments: done });
  expect(state()?.status).toBe("waiting");
  const status = (name: string, more?: object) =>
    fake.tell("ag-ui-tool-status-changed", {
      ...call,
      status: name as "pending",
      execution: execution(name, more) as never,
    });
  status("pending");
  expect(state()?.status).toBe("waiting");
  status("executing");
  expect(state()).toMatchObject({ status: "running", attempt: 1, maxAttempts: 3 });
  status("succeeded", { result: "21" });
  expect(state()).toMatchObject({ status: "succeeded", result: "21", output: 21 });
  expect(Object.isFrozen(state())).toBe(true);
});

test("a second attempt, progress and a late result come from the manager", () => {
  const { fake, agent } = opened();
  fake.messages = [called("m1", ["c1", "get_weather", '{"city":"Rome"}'])];
  const calls = toolCallsOf(agent);
  const state = () => calls.get("m1", "c1");
  const manager = (type: string, detail: object) =>
    fake.manager.dispatchEvent(new CustomEvent(`tool-execution-${type}`, { detail }));
  fake.tell("ag-ui-tool-status-changed", {
    ...call,
    status: "executing",
    execution: execution("executing") as never,
  });
  manager("progress", { executionId: "e1", progress: { progress: 1, total: 4 } });
  expect(state()?.progress).toEqual({ progress: 1, total: 4 });
  manager("progress", { executionId: "another", progress: "no" });
  expect(state()?.progress).toEqual({ progress: 1, total: 4 });

  const error = { category: "transient", message: "busy", retryable: true } as const;
  const retry = { attemptNumber: 2, maxAttempts: 3, error, delayMs: 60_000 };
  fake.tell("ag-ui-tool-retrying", { ...call, ...retry });
  expect(state()).toMatchObject({ status: "retrying", attempt: 2, lastError: error });
  expect(state()?.retryAt).toBeGreaterThan(Date.now() + 50_000);
  manager("executing", { executionId: "e1", attemptNumber: 2 });
  expect(state()).toMatchObject({ status: "running", attempt: 2, retryAt: undefined });

  const late = { category: "timeout", message: "too late", retryable: false } as const;
  fake.tell("ag-ui-tool-call-error", { ...call, error: late });
  expect(state()).toMatchObject({ status: "failed", isLate: false });
  manager("orphan-settled", { executionId: "e1", attemptNumber: 2, outcome: "failed" });
  expect(state()?.isLate).toBe(false);
  manager("orphan-settled", {
    executionId: "e1",
    attemptNumber: 2,
    outcome: "succeeded",
    result: "22",
  });
  expect(state()).toMatchObject({ status: "failed", late: { attempt: 2, result: "22" } });
});

test("declined, given up and failed calls differ", () => {
  const { fake, agent } = opened();
  fake.messages = [called("m1", ["a", "t", "{}"], ["b", "t", "{}"], ["c", "t", "{}"])];
  const calls = toolCallsOf(agent);
  const fail = (toolCallId: string, error: object) =>
    fake.tell("ag-ui-tool-call-error", { toolCallId, toolCallName: "t", error: error as never });
  fail("a", { category: "permanent", code: "declined", message: "no" });
  fail("b", { category: "cancelled", code: "not_run", message: "given up" });
  fail("c", { category: "permanent", message: "broken" });
  expect(calls.of("m1").map(({ status }) => status)).toEqual(["declined", "cancelled", "failed"]);
});

test("an approval belongs to the call with its arguments, until it is settled", () => {
  const { fake, agent } = opened();
  fake.messages = [called("m1", ["c", "pay", '{"to":"Ada"}'], ["c", "pay", '{"to":"Bob"}'])];
  fake.named = [called("m1", ["c", "pay", '{"to":"Ada"}'], ["c#2", "pay", '{"to":"Bob"}'])];
  const calls = toolCallsOf(agent);
  const request = {
    approvalId: "a1",
    toolCallId: "c",
    toolCallName: "pay",
    toolCallArgs: { to: "Bob" },
  };
  fake.tell("ag-ui-approval-request", request);
  expect(calls.of("m1").map(({ status }) => status)).toEqual(["waiting", "approval"]);
  expect(calls.get("m1", "c", 1)?.approval?.approvalId).toBe("a1");
  fake.tell("ag-ui-approval-settled", { ...request, outcome: "approved" });
  expect(calls.of("m1").map(({ status }) => status)).toEqual(["waiting", "waiting"]);
});

test("two calls with one id in different messages keep apart", () => {
  const { fake, agent } = opened();
  const [first, second] = [
    called("m1", ["call_0", "get_weather", '{"city":"Rome"}']),
    called("m2", ["call_0", "get_weather", '{"city":"Oslo"}']),
  ];
  fake.set([first, second], [first, called("m2", ["call_0#2", "get_weather", '{"city":"Oslo"}'])]);
  const calls = toolCallsOf(agent);
  const detail = { toolCallId: "call_0", toolCallName: "get_weather" };
  const end = { ...detail, toolCallArgs: { city: "Oslo" }, result: "5" };
  fake.tell("ag-ui-tool-call-end", end, "call_0#2");
  expect(calls.get("m1", "call_0")?.status).toBe("waiting");
  expect(calls.get("m2", "call_0")).toMatchObject({ status: "succeeded", result: "5" });
});

test("every event of a call reaches the call of its name in the thread", () => {
  const { fake, agent } = opened();
  fake.set(
    [called("m1", ["c", "t", "{}"], ["c", "t", "{}"])],
    [called("m1", ["c", "t", "{}"], ["c#2", "t", "{}"])],
  );
  const calls = toolCallsOf(agent);
  const detail = { toolCallId: "c", toolCallName: "t" };
  const invalid = { ...detail, reason: "syntax", message: "no" } as const;
  fake.tell("ag-ui-tool-call-invalid", invalid, "c");
  const running = execution("executing", { toolCallId: "c", toolName: "t" }) as never;
  fake.tell(
    "ag-ui-tool-status-changed",
    { ...detail, status: "executing", execution: running },
    "c",
  );
  expect(calls.of("m1").map(({ status }) => status)).toEqual(["running", "waiting"]);
  const error = { category: "transient", message: "busy", retryable: true } as const;
  const retry = { attemptNumber: 2, maxAttempts: 3, error, delayMs: 1_000 };
  fake.tell("ag-ui-tool-retrying", { ...detail, ...retry }, "c");
  expect(calls.of("m1").map(({ status }) => status)).toEqual(["retrying", "waiting"]);
  fake.tell("ag-ui-tool-call-error", { ...detail, error }, "c");
  expect(calls.of("m1").map(({ status }) => status)).toEqual(["failed", "waiting"]);
});

test("changes are told together, once, with snapshots that stay as they are", async () => {
  const { fake, agent } = opened();
  fake.messages = [called("m1", ["c1", "get_weather", '{"city":"Rome"}'])];
  const calls = toolCallsOf(agent);
  const told: (readonly ToolCallState[])[] = [];
  const before = calls.get("m1", "c1");
  await until("the first state was told", () => true);
  calls.addEventListener("change", ({ detail }) => told.push(detail.calls));
  for (const status of ["pending", "validating", "executing"] as const) {
    fake.tell("ag-ui-tool-status-changed", {
      ...call,
      status,
      execution: execution(status) as never,
    });
  }
  await until("a change was told", () => told.length > 0);
  expect(told.at(-1)?.map(({ status }) => status)).toEqual(["running"]);
  expect(before?.status).toBe("waiting");
  expect(calls.get("m1", "c1")).toBe(told.at(-1)?.[0]);
});

test("what the thread forgets is forgotten, and another thread begins anew", () => {
  const { fake, agent } = opened();
  fake.set([called("m1", ["c1", "get_weather", '{"city":"Rome"}']), answered("c1", "21")]);
  const calls = toolCallsOf(agent);
  expect(calls.all).toHaveLength(1);
  fake.set([]);
  expect(calls.all).toEqual([]);
  fake.set([called("m1", ["c1", "get_weather", '{"city":"Rome"}']), answered("c1", "21")]);
  fake.threadId = "another";
  fake.set([called("m9", ["c1", "get_weather", '{"city":"Oslo"}'])]);
  expect(calls.all.map(summary)).toEqual([["get_weather", "waiting", { city: "Oslo" }, undefined]]);
});

test("an answer that the page edits in a thread at rest is read again", () => {
  const { fake, agent } = opened();
  fake.isRunning = false;
  const asked = called("m1", ["c1", "get_weather", "{}"]);
  fake.set([asked, answered("c1", "21")]);
  const calls = toolCallsOf(agent);
  expect(calls.get("m1", "c1")?.result).toBe("21");
  fake.set([asked, answered("c1", "22")]);
  expect(calls.get("m1", "c1")?.result).toBe("22");
});

test("messages that are not as they should be, and events of calls nobody knows, do no harm", () => {
  const { fake, agent } = opened();
  fake.messages = [
    { id: "m1", role: "assistant", toolCalls: "none" } as never,
    {
      id: "m2",
      role: "assistant",
      toolCalls: [{ id: 5 }, { id: "__proto__", function: {} }],
    } as never,
    called("m3", ["__proto__", "constructor", '{"__proto__":{"x":1}}']),
    { id: "m4", role: "tool", content: [{ type: "image" }], toolCallId: "__proto__" } as never,
    { id: "m5", role: "tool", content: 7, toolCallId: "none" } as never,
  ];
  const calls = toolCallsOf(agent);
  expect(calls.all.map(({ toolName, status }) => [toolName, status])).toEqual([
    ["constructor", "succeeded"],
  ]);
  fake.tell("ag-ui-tool-call-end", { ...call, toolCallArgs: {}, result: "x" });
  fake.tell("ag-ui-approval-request", { ...call, approvalId: "?", toolCallArgs: {} });
  fake.tell("ag-ui-tool-call-args", { ...call, delta: "", buffer: "" });
  expect(calls.all).toHaveLength(1);
  expect(calls.all[0]?.args).not.toHaveProperty("x");
});

test("events of an agent inside the agent are not its own", () => {
  const { fake, agent } = opened();
  fake.messages = [called("m1", ["c1", "get_weather", "{}"])];
  const calls = toolCallsOf(agent);
  const event = new CustomEvent("ag-ui-tool-call-end", {
    detail: { ...call, toolCallArgs: {}, result: "of another" },
  });
  Object.defineProperty(event, "target", { value: new EventTarget() });
  fake.dispatchEvent(event);
  expect(calls.get("m1", "c1")?.status).toBe("waiting");
});

test("a call that waited for its next attempt before anybody looked says so, and the attempt may be begun", async () => {
  const { fake, agent } = opened();
  fake.messages = [called("m1", ["c1", "get_weather", "{}"])];
  const { tool } = fake.registry.register({
    name: "get_weather",
    description: "The weather.",
    schema: {},
    metadata: { retryConfig: { baseDelay: 60_000, maxDelay: 60_000 } },
    handler: (_, { attemptNumber }) => {
      if (attemptNumber < 2) throw new TypeError("Failed to fetch");
      return new Promise(() => {});
    },
  });
  const retrying = eventOf(fake.manager, "tool-execution-retrying");
  void fake.manager.execute(tool, "c1", "{}");
  await retrying;
  const calls = toolCallsOf(agent);
  const state = () => calls.get("m1", "c1");
  expect(state()).toMatchObject({ status: "retrying", attempt: 2, retryAt: undefined });
  expect(state()?.lastError?.message).toBe("Failed to fetch");
  const { retry } = state() ?? {};
  expect([retry?.(), retry?.()]).toEqual([true, false]);
  expect(state()).toMatchObject({ status: "running", attempt: 2, retry: undefined });
  fake.manager.cancelAll();
});

test("a call that was being written before anybody looked shows what arrives, and when that is all", () => {
  const { fake, agent } = opened();
  fake.messages = [called("m1", ["c1", "get_weather", '{"ci'])];
  const calls = toolCallsOf(agent);
  const state = () => calls.get("m1", "c1");
  const arrive = (buffer: string, partialArgs: Record<string, unknown>) =>
    fake.tell("ag-ui-tool-call-args", { ...call, delta: "", buffer, partialArgs });
  expect(summary(state())).toEqual(["get_weather", "waiting", {}, undefined]);
  arrive('{"city":"Ro', { city: "Ro" });
  expect(summary(state())).toEqual(["get_weather", "writing", { city: "Ro" }, undefined]);
  expect(state()?.argsText).toBe('{"city":"Ro');
  arrive('{"city":"Rome {}', { city: "Rome {}" });
  expect(summary(state())).toEqual(["get_weather", "writing", { city: "Rome {}" }, undefined]);
  arrive('{"city":"Rome"}', { city: "Rome" });
  expect(summary(state())).toEqual(["get_weather", "waiting", { city: "Rome" }, undefined]);
  fake.tell("ag-ui-tool-call-error", {
    ...call,
    error: { category: "cancelled", message: "Stopped.", retryable: false },
  });
  expect(state()).toMatchObject({ args: { city: "Rome" }, argsText: '{"city":"Rome"}' });
});
