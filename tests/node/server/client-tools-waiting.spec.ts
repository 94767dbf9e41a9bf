/** Calls that wait for a client: what ends the waiting, and results that nobody waits for. */
import "ag-ui-lit";
import { mock } from "node:test";
import {
  ClientToolProvider,
  type ClientToolProviderOptions,
  type KeyValue,
  type ToolCall,
} from "ag-ui-lit/server";
import { expect, test } from "../test.js";
import { ownTimers } from "./own-timers.js";

const tools = [
  { name: "ask", description: "Asks.", parameters: { type: "object", properties: {} } },
];

const call = (id: string): ToolCall => ({
  id,
  type: "function",
  function: { name: "ask", arguments: "{}" },
});
const result = (toolCallId: string, value: unknown = "yes") => ({
  toolCallId,
  toolName: "ask",
  success: true,
  result: value,
});

interface Entry {
  readonly tag: string;
  readonly message: string;
  readonly data: Readonly<Record<string, string>>;
}

/** A provider whose results come by `resolve()`, and what it logs. */
function waiting(options: Partial<ClientToolProviderOptions> = {}) {
  const logged: Entry[] = [];
  const signals: AbortSignal[] = [];
  const provider = new ClientToolProvider({
    tools,
    onInputRequired: (_call, _context, { signal }) => void signals.push(signal),
    log: {
      addException() {},
      addCustomEvent(_level, tag, message, data: readonly KeyValue[]) {
        logged.push({
          tag,
          message,
          data: Object.fromEntries(data.map(({ key, value }) => [key, value])),
        });
      },
    },
    ...options,
  });
  return { provider, logged, signals, outcomes: () => logged.map(({ data }) => data.Outcome) };
}

const ids = { conversation: { id: "talk" }, session: { id: "run" } };

test("a result that comes by another request is the call's, once", async () => {
  const { provider, logged, signals, outcomes } = waiting();
  const done = provider.execute(call("a"), ids);
  expect(provider.resolve("a", { success: true, result: [1] })).toBe(true);
  expect(await done).toEqual({ toolCallId: "a", toolName: "ask", success: true, result: [1] });
  expect(provider.resolve("a", result("a", "another"))).toBe(false);
  expect(await done).toMatchObject({ result: [1] });
  expect(outcomes()).toEqual(["double"]);
  expect(logged[0]).toEqual({
    tag: "ask_ExecuteAsync",
    message: "A result of the client was not taken: the call has its result.",
    data: { ConversationId: "talk", SessionId: "run", ToolCallId: "a", Outcome: "double" },
  });
  expect(signals[0]?.aborted).toBe(true);
});

test("results of other calls, and what is none, change nothing and are logged", async () => {
  const { provider, outcomes } = waiting();
  const done = provider.execute(call("a"), {});
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const cycle: unknown[] = [];
  cycle.push(cycle);
  const throwing = {
    get success(): never {
      throw new Error("boom");
    },
  };
  for (const bad of [undefined, null, 7, "yes", [], {}, { success: "true" }, proxy, throwing]) {
    expect(provider.resolve("a", bad)).toBe(false);
  }
  expect(provider.resolve("a", result("a", cycle))).toBe(false);
  expect(provider.resolve("a", result("a", 1n))).toBe(false);
  expect(provider.resolve("a", result("a", "x".repeat(300_000)))).toBe(false);
  expect(provider.resolve("a", { success: false, error: 7 })).toBe(false);
  expect(outcomes()).toEqual(Array(13).fill("unusable"));
  expect(provider.resolve("a", result("b"))).toBe(false);
  expect(provider.resolve("a", { ...result("a"), toolName: "other" })).toBe(false);
  expect(provider.resolve("b", result("b"))).toBe(false);
  expect(provider.resolve(Symbol("a") as never, result("a"))).toBe(false);
  expect(outcomes().slice(13)).toEqual(["foreign", "foreign", "foreign", "foreign"]);
  expect(provider.resolve("a", result("a"))).toBe(true);
  expect(await done).toMatchObject({ success: true, result: "yes" });
});

test("a client that does not come back in time is given up, and its late result is logged", async () => {
  const timers = ownTimers();
  try {
    const { provider, signals, outcomes } = waiting();
    const done = provider.execute(call("a"), {});
    const quick = provider.execute(call("b"), {}, { timeout: 1000 });
    timers.tick(1000);
    expect(await quick).toEqual({
      toolCallId: "b",
      toolName: "ask",
      success: false,
      error: "Tool ask got no result from the client within 1 s",
    });
    timers.tick(898_999);
    expect(signals[0]?.aborted).toBe(false);
    timers.tick(1);
    expect((await done).error).toBe("Tool ask got no result from the client within 900 s");
    expect(signals[0]?.aborted).toBe(true);
    expect(provider.resolve("a", result("a"))).toBe(false);
    expect(outcomes()).toEqual(["late"]);
  } finally {
    timers.restore();
  }
});

test("what a callback gives too late is logged, too, and what it throws then is nobody's", async () => {
  let give: (value: unknown) => void = () => {};
  let refuse: (reason: unknown) => void = () => {};
  const stop = new AbortController();
  const { provider, outcomes } = waiting({
    signal: stop.signal,
    onInputRequired: ({ id }) =>
      new Promise((resolve, reject) => {
        if (id === "a") give = resolve;
        else refuse = reject;
      }),
  });
  const calls = [provider.execute(call("a"), {}), provider.execute(call("b"), {})];
  stop.abort(new Error("The server stops"));
  for (const each of await Promise.all(calls)) {
    expect(each.error).toBe(
      "Tool ask was cancelled before the client had a result: Error: The server stops",
    );
  }
  give(result("a"));
  refuse(new Error("late"));
  await new Promise(setImmediate);
  expect(outcomes()).toEqual(["late"]);
  // Nothing begins any more.
  expect((await provider.execute(call("c"), {})).error).toContain("The server stops");
});

test("one call's signal ends that call, and no listener stays behind", async () => {
  const [own, all] = [new AbortController(), new AbortController()];
  let listening = 0;
  for (const signal of [own.signal, all.signal]) {
    const { addEventListener: add, removeEventListener: remove } = signal;
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listening += 1;
      add.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listening -= 1;
      remove.apply(signal, args);
    };
  }
  const { provider } = waiting({ signal: all.signal });
  const first = provider.execute(call("a"), {}, { signal: own.signal });
  const second = provider.execute(call("b"), {});
  own.abort("enough");
  expect((await first).error).toContain("cancelled before the client had a result: enough");
  provider.resolve("b", result("b"));
  expect((await second).success).toBe(true);
  expect(listening).toBe(0);
});

test("no more calls wait than may, and none twice", async () => {
  const { provider } = waiting({ maxWaiting: 2 });
  const waits = [provider.execute(call("a"), {}), provider.execute(call("b"), {})];
  const refused = await provider.execute(call("c"), {});
  expect(refused).toMatchObject({ toolCallId: "c", success: false });
  expect(refused.error).toMatch(/^Too many calls wait for the client \(2\)/);
  provider.resolve("a", result("a"));
  const third = provider.execute(call("c"), {});
  provider.resolve("c", result("c"));
  expect((await third).success).toBe(true);
  const again = await provider.execute(call("b"), {});
  expect(again.error).toBe('A call with the id "b" waits for the client already');
  provider.resolve("b", result("b"));
  expect((await Promise.all(waits)).every(({ success }) => success)).toBe(true);
  // An id that has its result may be a call's again.
  const reused = provider.execute(call("a"), {});
  provider.resolve("a", result("a", "new"));
  expect((await reused).result).toBe("new");
});

test("a callback's result for another call answers none", async () => {
  const { provider, outcomes } = waiting({ onInputRequired: () => result("other") });
  expect((await provider.execute(call("a"), {})).error).toContain("can't be used");
  expect(outcomes()).toEqual(["foreign"]);
});

test("whatever is executed, it is a result", async () => {
  const { provider } = waiting({ onInputRequired: ({ id }) => result(id) });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const throwing = {
    id: "a",
    get function(): never {
      throw new Error("boom");
    },
  };
  for (const [given, error] of [
    [undefined, "Invalid tool call: must be an object, but is undefined"],
    [proxy, /^Invalid tool call: can't be read/],
    [throwing, "Invalid tool call: can't be read: boom"],
    [{ ...call("a"), id: 7 }, "Invalid tool call: id must be a text"],
    [{ ...call("a"), function: null }, "Invalid tool call: function.name must be a text"],
    [
      { ...call("a"), function: { name: "ask", arguments: {} } },
      "Invalid tool call: function.arguments must be a text: JSON",
    ],
    [
      { ...call("a"), function: { name: "__proto__", arguments: "{}" } },
      "Tool __proto__ not found in client tools",
    ],
  ] as const) {
    const { success, error: message } = await provider.execute(given as never, {});
    expect(success).toBe(false);
    expect(message).toMatch(error);
    expect(provider.validateToolArguments(given as never).valid).toBe(false);
  }
  const odd = await provider.execute(call("a"), {}, { timeout: -1, wait: true } as never);
  expect(odd.error).toContain('execute() has no option "wait"');
});

test("options that are none are refused, and a log that fails disturbs nothing", async () => {
  const onInputRequired = () => undefined;
  for (const [options, message] of [
    [{ tools }, "onInputRequired"],
    [{ tools, onInputRequired, timeout: 0 }, "timeout"],
    [{ tools, onInputRequired, maxWaiting: 0 }, "maxWaiting"],
    [{ tools, onInputRequired, signal: {} }, "signal"],
    [{ tools, onInputRequired, log: () => {} }, "log"],
    [{ tools, onInputRequired, retry: 1 }, 'has no option "retry"'],
  ] as const) {
    expect(() => new ClientToolProvider(options as never)).toThrow(message);
  }
  const spy = mock.method(console, "error", () => {});
  const { provider } = waiting({
    log: {
      addException() {},
      addCustomEvent() {
        throw new Error("The disk is full");
      },
    },
  });
  expect(provider.resolve("x", result("x"))).toBe(false);
  expect(provider.resolve("y", result("y"))).toBe(false);
  expect(spy.mock.callCount()).toBe(1);
});
