/** Nothing escapes an `AgentToolExecutor`, whatever a tool, a validator, a log, `authorize` or a promise does. */

import { mock } from "node:test";
import { ToolExecutionManager, ToolFailure } from "ag-ui-lit";
import { AgentToolExecutor, type AuthorizeRule } from "ag-ui-lit/server";
import { call, context, executorOf } from "../support/server/executor.js";
import { deferred } from "./deferred.js";
import { expect, test } from "./test.js";

const server = { execution: "server" } as const;

/** What throws at whatever is done to it. */
function trap(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const thenable = {
  // biome-ignore lint/suspicious/noThenProperty: what a tool may return.
  get then(): never {
    throw new Error("then");
  },
};

/** A Standard Schema whose validator does something. */
function schemaOf(validate: (value: unknown) => unknown): object {
  const jsonSchema = { input: () => ({ type: "object" }), output: () => ({ type: "object" }) };
  return { "~standard": { version: 1, vendor: "test", validate, jsonSchema } };
}

test("whatever a handler throws or returns is an outcome", async () => {
  const thrown = [
    new Error("plain"),
    new ToolFailure("said"),
    undefined,
    null,
    "text",
    7n,
    Symbol("s"),
    trap(),
    Object.create(null),
    {
      get message() {
        throw new Error("message");
      },
    },
    new Proxy(new Error("p"), {
      get: () => {
        throw new Error("get");
      },
    }),
  ];
  const returned = [
    trap(),
    thenable,
    Symbol("s"),
    () => 1,
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("keys");
        },
      },
    ),
  ];
  const { executor, log } = executorOf([
    ...thrown.map((value, at) => ({
      name: `throws_${at}`,
      metadata: server,
      handler: () => {
        throw value;
      },
    })),
    ...thrown.map((value, at) => ({
      name: `rejects_${at}`,
      metadata: server,
      handler: () => Promise.reject(value),
    })),
    ...returned.map((value, at) => ({
      name: `returns_${at}`,
      metadata: server,
      handler: () => value,
    })),
  ]);
  for (const name of executor.registry.names) {
    const done = await executor.execute(call(name), context);
    expect(typeof done.content, name).toBe("string");
    expect(done.content, name).not.toBe("");
    if (name.startsWith("throws") || name.startsWith("rejects")) {
      expect(done, name).toMatchObject({ wasExecuted: false, requiresClientExecution: false });
      expect(done.errorMessage, name).toBe(done.content);
    } else if (done.wasExecuted) JSON.parse(done.resultJson ?? "");
    expect(JSON.parse(JSON.stringify(done)), name).toMatchObject({ toolName: name });
  }
  const tags = log.entries.filter(({ level }) => level === "exception").map(({ tag }) => tag);
  expect(tags).toContain("[throws_0_ExecuteAsync__Exception]");
  expect(tags).toContain("[rejects_7_ExecuteAsync__Exception]");
});

test("a validator that throws, rejects or lies is an outcome", async () => {
  const validators: Record<string, (value: unknown) => unknown> = {
    throws: () => {
      throw trap();
    },
    rejects: () => Promise.reject(new Error("no")),
    nothing: () => undefined,
    lies: () => ({ issues: trap() }),
    thenable: () => thenable,
  };
  let runs = 0;
  const handler = (): void => {
    runs += 1;
  };
  const { executor } = executorOf(
    Object.entries(validators).map(([name, validate]) => ({
      name,
      metadata: server,
      handler,
      schema: schemaOf(validate) as never,
    })),
  );
  for (const name of Object.keys(validators)) {
    const done = await executor.execute(call(name), context);
    expect(done, name).toMatchObject({ wasExecuted: false, requiresClientExecution: false });
  }
  expect(runs).toBe(0);
});

test("what never settles has its limit: a handler, a validator, authorize", async () => {
  const timers: { readonly over: () => void; readonly limit: number }[] = [];
  const waiting = mock.method(globalThis, "setTimeout", (over: () => void, limit: number) => {
    timers.push({ over, limit });
    return 0;
  });
  const never = new Promise<never>(() => {});
  const asked = deferred<void>();
  const hang = (): Promise<never> => {
    asked.resolve();
    return never;
  };
  const validator = executorOf([{ name: "a", metadata: server, schema: schemaOf(hang) as never }]);
  const unjudged = validator.executor.execute(call("a"), context);
  await asked.promise;
  timers.findLast(({ limit }) => limit === 30_000)?.over();
  expect((await unjudged).error).toMatchObject({ category: "timeout" });

  const decision = deferred<void>();
  const rule: AuthorizeRule = () => {
    decision.resolve();
    return never;
  };
  const authorize = executorOf([{ name: "a", metadata: server }], { authorize: rule });
  const undecided = authorize.executor.execute(call("a"), context);
  await decision.promise;
  timers.findLast(({ limit }) => limit === 30_000)?.over();
  expect((await undecided).error).toMatchObject({ code: "not_authorized" });
  expect(authorize.log.entries.map(({ tag }) => tag)).toEqual([
    "[a_ExecuteAsync__Exception]",
    "a_ExecuteAsync",
  ]);
  waiting.mock.restore();
  const { executor } = executorOf([
    {
      name: "a",
      metadata: { ...server, timeout: 1, retryConfig: { maxAttempts: 1 } },
      handler: () => new Promise(() => {}),
    },
  ]);
  expect((await executor.execute(call("a"), context)).error).toMatchObject({ category: "timeout" });
});

test("an aborted signal ends a call at once, wherever it is", async () => {
  const gone = AbortSignal.abort(new Error("gone"));
  const { executor, log } = executorOf([{ name: "a", metadata: server }]);
  const before = await executor.execute(call("a"), context, { signal: gone });
  expect(before).toMatchObject({ wasExecuted: false, requiresClientExecution: false });

  const stop = new AbortController();
  const begun = deferred<void>();
  const slow = executorOf([
    {
      name: "a",
      metadata: server,
      handler: () => {
        begun.resolve();
        return new Promise(() => {});
      },
    },
  ]);
  const during = slow.executor.execute(call("a"), context, { signal: stop.signal });
  await begun.promise;
  stop.abort();
  expect((await during).error?.category).toBe("cancelled");
  expect(slow.log.entries).toMatchObject([{ level: "warning", said: "The call was cancelled." }]);
  expect(log.entries).toHaveLength(1);
});

test("authorize decides before any handler runs, and only what says yes is a yes", async () => {
  let runs = 0;
  let decide: AuthorizeRule = () => true;
  const handler = (): object => {
    runs += 1;
    return {};
  };
  const { executor } = executorOf(
    [
      {
        name: "a",
        metadata: server,
        handler,
        schema: { type: "object", required: ["n"] } as never,
      },
      { name: "p", metadata: { execution: "preflight" }, handler },
    ],
    { authorize: (...asked) => decide(...asked) },
  );
  const clientTools = [{ name: "p", description: "P.", parameters: {} }];
  const seen: unknown[] = [];
  decide = (asked, tool, whose) => {
    seen.push(asked, tool, whose);
    return { allowed: true };
  };
  expect((await executor.execute(call("a", { n: 1 }), context)).wasExecuted).toBe(true);
  expect(seen).toEqual([
    { ...call("a", { n: 1 }), args: { n: 1 } },
    executor.registry.get("a"),
    context,
  ]);
  expect(Object.isFrozen((seen[0] as { args: object }).args)).toBe(true);

  // Arguments that break the schema are the model's to mend: nobody is asked, nothing runs.
  seen.length = 0;
  expect((await executor.execute(call("a"), context)).error?.category).toBe("validation");
  expect(seen).toEqual([]);

  runs = 0;
  const noes: AuthorizeRule[] = [
    () => false,
    async () => false,
    () => ({ allowed: false }),
    () => undefined as never,
    () => 1 as never,
    () => "true" as never,
    () => ({ allowed: "yes" }) as never,
    () => trap() as never,
    () => thenable as never,
    () => {
      throw new Error("secret of the database");
    },
    () => Promise.reject(trap()),
  ];
  for (const no of noes) {
    decide = no;
    for (const name of ["a", "p"]) {
      const done = await executor.execute(call(name, { n: 1 }), context, { clientTools });
      expect(done).toMatchObject({
        wasExecuted: false,
        requiresClientExecution: false,
        error: { code: "not_authorized", category: "permanent" },
      });
      expect(JSON.stringify(done)).not.toContain("secret");
    }
  }
  decide = () => ({ allowed: false, reason: "Only the owner may." });
  expect((await executor.execute(call("a", { n: 1 }), context)).content).toContain(
    "Only the owner may.",
  );
  expect(runs).toBe(0);
});

test("a log that throws, rejects, never settles or is none any more disturbs nothing", async () => {
  const never = new Promise(() => {});
  const strange: Record<string, () => unknown> = {
    throws: () => {
      throw trap();
    },
    rejects: () => Promise.reject(new Error("no disk")),
    never: () => never,
    thenable: () => thenable,
  };
  const said = mock.method(console, "error", () => {});
  for (const write of Object.values(strange)) {
    const log = { addException: write, addCustomEvent: write };
    const { executor } = executorOf(
      [
        {
          name: "a",
          metadata: server,
          handler: () => {
            throw new ToolFailure("x");
          },
        },
        { name: "b", metadata: server },
      ],
      { log },
    );
    for (let at = 0; at < 3; at += 1) {
      expect((await executor.execute(call("a"), context)).content).toBe("x");
      expect((await executor.execute(call("b"), context)).content).toBe("done");
    }
  }
  const taken = { addException: () => 1, addCustomEvent: (): unknown => 1 };
  const { executor } = executorOf([{ name: "b", metadata: server }], { log: taken });
  taken.addCustomEvent = undefined as never;
  expect((await executor.execute(call("b"), context)).content).toBe("done");
  await new Promise(setImmediate);
  // Once for each that failed.
  expect(said.mock.callCount()).toBe(4);
});

test("a call, a context, options or a manager that are not what they should be are outcomes", async () => {
  const { executor, registry } = executorOf([
    { name: "a", metadata: server, handler: () => "done" },
  ]);
  const calls = [
    null,
    undefined,
    7,
    "a",
    {},
    trap(),
    { id: 1, name: 2, arguments: 3 },
    {
      get name() {
        throw new Error("no");
      },
    },
  ];
  for (const strange of calls) {
    const done = await executor.execute(strange as never, context);
    expect(done).toMatchObject({ toolName: "", toolCallId: "", wasExecuted: false });
  }
  for (const strange of [
    null,
    undefined,
    7,
    trap(),
    {
      get user() {
        throw new Error("no");
      },
    },
  ]) {
    const done = await executor.execute(call("a"), strange as never);
    expect(done.wasExecuted).toBe(false);
    expect(typeof done.content).toBe("string");
  }
  for (const strange of [null, 7, trap(), { signal: "stop" }, { clientTools: trap() }]) {
    const done = await executor.execute(call("a"), context, strange as never);
    expect(typeof done.content).toBe("string");
  }
  const check = new ToolExecutionManager();
  const managers: ((...given: never[]) => unknown)[] = [
    () => {
      throw trap();
    },
    () => Promise.reject(undefined),
    () => undefined,
    () => ({ success: "maybe" }),
    () => ({ success: false }),
    () => ({ success: true }),
  ];
  for (const execute of managers) {
    const manager = { execute, check: check.check.bind(check) } as never;
    const done = await new AgentToolExecutor({ registry, manager }).execute(call("a"), context);
    expect(typeof done.content).toBe("string");
    expect(done.wasExecuted).toBe(false);
  }
});
