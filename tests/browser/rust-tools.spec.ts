/** Tools written in Rust, in a page: a module of its own beside the core, its definitions registered like any other. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { ToolDefinition } from "ag-ui-lit";
import { buildProbe } from "../../scripts/lib/rust-tools.mjs";
import { expect, test as withHarness } from "../support/test.js";

/** What `probe.rs` exports. */
interface ProbeModule {
  default(): Promise<unknown>;
  probe(environment?: unknown, page?: unknown, name?: string): ProbeDefinition;
}

interface ProbeDefinition extends ToolDefinition<ProbeArguments> {
  readonly schema: {
    "~standard": { version: number; vendor: string; validate(value: unknown): Promise<object> };
  };
  readonly metadata: ToolDefinition["metadata"] & {
    tracing(args: unknown): Record<string, unknown>;
    preview(args: unknown): Promise<unknown>;
  };
}

type ProbeArguments = { readonly action: string; readonly value?: unknown };

declare global {
  /** Loads the module again each time: an instance of its own. */
  var loadProbe: () => Promise<ProbeModule>;
  var rust: ProbeModule;
  var throwsUnexpectedly: () => void;
  /** The message of what a handler rejects with. */
  var rejectionOf: (outcome: unknown) => Promise<string>;
}

const test = withHarness.extend<{ tools: Page }, { module: string }>({
  module: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => use(await buildProbe()),
    { scope: "worker", timeout: 600_000 },
  ],
  tools: async ({ harness, module }, use) => {
    await harness.route("**/rust-tools/*", async (route) => {
      const file = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
      const contentType = file.endsWith(".js") ? "text/javascript" : "application/wasm";
      await route.fulfill({ body: await readFile(join(module, file)), contentType });
    });
    await harness.evaluate(async () => {
      globalThis.rejectionOf = (outcome) =>
        Promise.resolve(outcome).then(
          () => "it did not reject",
          (error: Error) => error.message,
        );
      let count = 0;
      globalThis.loadProbe = async () => {
        count += 1;
        const address = `/rust-tools/probe.js?${count}`;
        const loaded: ProbeModule = await import(address);
        await loaded.default();
        return loaded;
      };
      globalThis.rust = await globalThis.loadProbe();
    });
    await use(harness);
  },
});

test("a tool is registered, described to the model, checked and run like any other", async ({
  tools,
}) => {
  const seen = await tools.evaluate(async () => {
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager();
    const { tool } = registry.register(rust.probe());
    const { parameters, metadata } = tool;
    return {
      parameters,
      category: metadata.category,
      echoed: await manager.execute(tool, "1", '{"action":"echo","value":{"a":[1,"ü",null,1.5]}}'),
      plain: await manager.execute(tool, "2", { action: "wait", value: 1 }),
      unknown: await manager.execute(tool, "3", '{"action":"dance"}'),
      extra: await manager.execute(tool, "4", '{"action":"echo","more":1}'),
      refused: await manager.execute(tool, "5", '{"action":"refuse"}'),
      attributes: rust.probe().metadata.tracing({ action: "echo", value: "x" }),
      none: rust.probe().metadata.tracing({ action: "dance" }),
      preview: await rust.probe().metadata.preview({ action: "echo", value: "x" }),
      failed: await manager.execute(tool, "6", { action: "fail", value: { line: 7 } }),
      stored: agUi.structuredResults(manager),
    };
  });
  expect(seen.parameters).toMatchObject({ type: "object", required: ["action"] });
  expect(seen.category).toBe("tests");
  const value = { a: [1, "ü", null, 1.5] };
  expect(seen.echoed).toEqual({ success: true, result: JSON.stringify(value), output: value });
  expect(seen.plain).toEqual({ success: true, result: "waited", output: "waited" });
  const where = (path: string[]) => ({ category: "validation", validationErrors: [{ path }] });
  expect(seen.unknown).toMatchObject({ success: false, error: where(["action"]) });
  expect(seen.extra).toMatchObject({ success: false, error: where(["more"]) });
  expect(seen.refused).toMatchObject({
    success: false,
    error: {
      category: "validation",
      message: expect.stringContaining("Only on Mondays. Try again on Monday."),
    },
  });
  expect(seen.attributes).toEqual({ "probe.value": '"x"' });
  expect(seen.none).toEqual({});
  expect(seen.preview).toEqual({ kind: "text", text: "x" });
  expect(seen.failed).toMatchObject({ success: false, error: { code: "busy" } });
  // The other face of each: what a page stores.
  const [first, second] = [seen.stored[0], seen.stored[1]];
  expect(first).toMatchObject({ toolName: "probe", success: true, metadata: value });
  expect(second).toEqual({ toolName: "probe", success: true, timestamp: second?.timestamp });
  expect(seen.stored.at(-1)).toMatchObject({
    success: false,
    error: expect.stringContaining("The line is busy. Call again later."),
    metadata: { line: 7 },
  });
});

test("a definition that breaks a rule is refused by register() with its faults", async ({
  tools,
}) => {
  const issues = await tools.evaluate(() => {
    const registry = new agUi.ToolRegistry();
    try {
      registry.register(rust.probe(undefined, undefined, "bad name"));
    } catch (error) {
      return (error as { issues: { path: string[] }[] }).issues.map(({ path }) => path);
    }
    return registry.names;
  });
  expect(issues).toEqual([["name"]]);
});

test("an abort drops the work at its await, and leaves no listener", async ({ tools }) => {
  const seen = await tools.evaluate(async () => {
    const heard: string[] = [];
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager();
    const page = { dropped: () => heard.push("dropped"), waited: () => heard.push("waited") };
    const definition = rust.probe(undefined, page);
    const { tool } = registry.register(definition);

    const listeners = { added: 0, removed: 0 };
    const { addEventListener, removeEventListener } = AbortSignal.prototype;
    AbortSignal.prototype.addEventListener = function (...args: never) {
      listeners.added += 1;
      return Reflect.apply(addEventListener, this, args);
    };
    AbortSignal.prototype.removeEventListener = function (...args: never) {
      listeners.removed += 1;
      return Reflect.apply(removeEventListener, this, args);
    };

    const controller = new AbortController();
    const context = { signal: controller.signal } as never;
    const rejected = Promise.resolve(definition.handler({ action: "wait", value: 1e9 }, context));
    await Promise.resolve();
    controller.abort(new Error("enough"));
    const reason = await rejectionOf(rejected);
    const afterAbort = [...heard];
    await Promise.resolve(
      definition.handler({ action: "echo" }, {
        signal: new AbortController().signal,
      } as never),
    );
    const done = { ...listeners };

    heard.length = 0;
    const cancelled = manager.execute(tool, "1", { action: "wait", value: 1e9 });
    manager.addEventListener("tool-execution-executing", () =>
      setTimeout(() => manager.cancelAll()),
    );
    const outcome = await cancelled;
    // Dropping is the module's next step after the abort.
    await until("the tool was dropped", () => heard.length > 0);
    return { reason, afterAbort, done, outcome, afterCancel: heard };
  });
  expect(seen.reason).toContain("enough");
  expect(seen.afterAbort).toEqual(["dropped"]);
  expect(seen.done).toEqual({ added: 2, removed: 2 });
  expect(seen.outcome).toMatchObject({ success: false, error: { category: "cancelled" } });
  expect(seen.afterCancel).toEqual(["dropped"]);
});

test("a signal that is aborted already lets nothing begin; a frame's signal counts as well", async ({
  tools,
}) => {
  const seen = await tools.evaluate(async () => {
    const heard: string[] = [];
    const page = { dropped: () => heard.push("dropped"), waited: () => heard.push("waited") };
    const { handler } = rust.probe(undefined, page);
    const before = await rejectionOf(
      Promise.resolve(
        handler({ action: "wait", value: 0 }, {
          signal: AbortSignal.abort(new Error("before")),
        } as never),
      ),
    );
    const nothing = [...heard];
    const frame = openRealm();
    const controller = new frame.AbortController();
    const rejected = Promise.resolve(
      handler({ action: "wait", value: 1e9 }, { signal: controller.signal } as never),
    );
    await Promise.resolve();
    controller.abort("of a frame");
    const reason = await rejected.catch((reason: unknown) => reason);
    return { before, nothing, reason, heard };
  });
  expect(seen.before).toContain("before");
  expect(seen.nothing).toEqual([]);
  expect(seen.reason).toBe("of a frame");
  expect(seen.heard).toEqual(["dropped"]);
});

test("a timeout drops the work, and a loop that asks sees that it is given up", async ({
  tools,
}) => {
  const seen = await tools.evaluate(async () => {
    const heard: string[] = [];
    const controller = new AbortController();
    const page = {
      dropped: () => heard.push("dropped"),
      call: (round: number) => round === 3 && controller.abort(),
    };
    const definition = rust.probe(undefined, page);
    const { tool } = new agUi.ToolRegistry().register(definition);
    const manager = new agUi.ToolExecutionManager(undefined, undefined, { timeout: 20 });
    const outcome = await manager.execute(tool, "1", { action: "wait", value: 1e9 });
    await until("the tool was dropped", () => heard.length > 0);
    heard.length = 0;
    const rounds: number[] = [];
    const counting = rust.probe(undefined, {
      call: (round: number) => {
        rounds.push(round);
        if (round === 3) controller.abort();
      },
    });
    await Promise.resolve(
      counting.handler({ action: "loop" }, { signal: controller.signal } as never),
    ).catch(() => undefined);
    return { outcome, rounds };
  });
  expect(seen.outcome).toMatchObject({ success: false, error: { category: "timeout" } });
  expect(seen.rounds).toEqual([1, 2, 3]);
});

test("a failure has all that it says, and metadata that can't cross costs the metadata alone", async ({
  tools,
}) => {
  const warnings: string[] = [];
  tools.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  const seen = await tools.evaluate(async () => {
    const { handler } = rust.probe();
    const failure = await Promise.resolve(
      handler({ action: "fail", value: { line: 7 } }, {} as never),
    ).catch((thrown: object) => thrown);
    const { tool } = new agUi.ToolRegistry().register(rust.probe());
    const manager = new agUi.ToolExecutionManager();
    const huge = await manager.execute(tool, "1", { action: "hugeInteger" });
    return {
      failure: { ...(failure as object), message: (failure as Error).message },
      isError: failure instanceof Error,
      category: agUi.categorizeError(failure),
      huge,
    };
  });
  expect(seen.isError).toBe(true);
  expect(seen.failure).toMatchObject({
    name: "ToolFailure",
    message: "The line is busy. Call again later.",
    category: "transient",
    code: "busy",
    retryAfter: 60_000,
    retryable: true,
    structured: { line: 7 },
  });
  expect(seen.category).toMatchObject({ category: "transient", code: "busy", retryAfter: 60_000 });
  expect(seen.huge).toEqual({ success: true, result: "counted", output: "counted" });
  await expect.poll(() => warnings).toEqual([expect.stringContaining("18446744073709551615")]);
});

test("values that JSON can't hold are refused in words; those it can are not changed", async ({
  tools,
}) => {
  const seen = await tools.evaluate(async () => {
    const { handler, schema, metadata } = rust.probe();
    const { validate } = schema["~standard"];
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const outside = {
      function: () => 1,
      symbol: Symbol("x"),
      bigint: 2n ** 70n,
      notANumber: Number.NaN,
      cycle,
      deep,
      bytes: new Uint8Array(2),
      set: new Set([1]),
    };
    const refused: Record<string, unknown[]> = {};
    for (const [name, value] of Object.entries(outside)) {
      const given = { action: "echo", value };
      const verdict = (await validate(given)) as { issues?: { message: string }[] };
      const thrown = await Promise.resolve(handler(given, {} as never)).catch(
        (error: unknown) => error,
      );
      const { category, message } = thrown as { category?: string; message?: string };
      refused[name] = [verdict.issues?.length, category, message === verdict.issues?.[0]?.message];
      if (Object.keys(metadata.tracing(given) ?? {}).length > 0) refused[name]?.push("traced");
    }
    const echo = async (text: string) => {
      const given = { action: "echo", value: JSON.parse(text) };
      const result = (await handler(given, {} as never)) as { structured: object };
      const plain = Object.getPrototypeOf(result.structured) === Object.prototype;
      return [JSON.stringify(result.structured) === text, plain];
    };
    return {
      refused,
      prototype: await echo('{"__proto__":{"admin":true},"a":1,"constructor":{"prototype":null}}'),
      inside: await echo(
        '{"big":9007199254740991,"half":-0.5,"list":[{"__proto__":[1]}],"none":null}',
      ),
      polluted: ({} as { admin?: boolean }).admin,
      undefined: await handler({ action: "echo", value: undefined }, {} as never),
      bigint: await handler({ action: "echo", value: 5n }, {} as never),
    };
  });
  for (const [name, found] of Object.entries(seen.refused)) {
    expect([name, ...found]).toEqual([name, 1, "validation", true]);
  }
  expect(seen.prototype).toEqual([true, true]);
  expect(seen.inside).toEqual([true, true]);
  expect(seen.polluted).toBeUndefined();
  expect(seen.undefined).toMatchObject({ content: "null" });
  expect(seen.bigint).toMatchObject({ content: "5", structured: 5 });
});

test("a context that is anything at all harms nothing", async ({ tools }) => {
  const seen = await tools.evaluate(async () => {
    const { handler } = rust.probe();
    const throws = () => {
      throw new Error("hostile");
    };
    const hostile = new Proxy({}, { get: throws, has: throws, ownKeys: throws });
    const contexts = [
      undefined,
      null,
      7,
      "text",
      hostile,
      { signal: hostile },
      { signal: { aborted: false } },
      { signal: { aborted: false, addEventListener: throws, removeEventListener: throws } },
      { reportProgress: throws, executionId: 5, attemptNumber: -1, maxAttempts: Number.NaN },
      { attemptNumber: 1e12, deadline: "soon" },
    ];
    const said: unknown[] = [];
    for (const context of contexts) {
      said.push(await handler({ action: "progress", value: 1 }, context as never));
      await handler({ action: "context" }, context as never);
    }
    const told = JSON.parse(
      (await handler({ action: "context" }, {
        executionId: "e",
        toolCallId: "c",
        idempotencyKey: "k",
        attemptNumber: 2,
        maxAttempts: 3,
        deadline: 1.5,
        signal: new AbortController().signal,
      } as never)) as string,
    );
    return { said, told };
  });
  expect(seen.said).toEqual(seen.said.map(() => "told"));
  expect(seen.told).toEqual({
    executionId: "e",
    toolCallId: "c",
    toolName: "probe",
    idempotencyKey: "k",
    attempt: 2,
    maxAttempts: 3,
    deadline: 1.5,
    aborted: false,
  });
});

test("an execution tells its tool ids, attempts and the deadline, and hears its progress", async ({
  tools,
}) => {
  const seen = await tools.evaluate(async () => {
    const { tool } = new agUi.ToolRegistry().register(rust.probe());
    const manager = new agUi.ToolExecutionManager(undefined, undefined, { timeout: 60_000 });
    const heard: unknown[] = [];
    manager.addEventListener("tool-execution-progress", ({ detail }) =>
      heard.push(detail.progress),
    );
    const before = Date.now();
    const context = await manager.execute(tool, "call-7", { action: "context" });
    const after = Date.now();
    await manager.execute(tool, "call-8", { action: "progress", value: { at: 1 } });
    const info = JSON.parse((context as { result: string }).result);
    const isInTime = info.deadline >= before + 59_999 && info.deadline <= after + 60_001;
    return { info, isInTime, heard };
  });
  expect(seen.info).toMatchObject({ toolCallId: "call-7", attempt: 1, aborted: false });
  expect(seen.isInTime).toBe(true);
  expect(seen.heard).toEqual([{ at: 1 }, "done"]);
});

test("a tool sees what the page says of itself; what can't be read counts as not said", async ({
  tools,
}) => {
  const seen = await tools.evaluate(async () => {
    const stateOf = async (environment: unknown) => {
      const { handler } = rust.probe(environment);
      return JSON.parse((await handler({ action: "state" }, {} as never)) as string);
    };
    const throws = () => {
      throw new Error("hostile");
    };
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const registry = new agUi.ToolRegistry();
    registry.register(rust.probe());
    const running = { executionId: "e", toolCallId: "c", toolName: "t", status: "executing" };
    return {
      all: await stateOf({
        // A registry's tools have handlers and more besides.
        tools: () => registry.all,
        config: { units: "metric" },
        running: () => [{ ...running, startedAt: 5, progress: { at: 1 } }],
        page: () => ({ url: "https://shop.example/", title: "Shop" }),
        mcpTools: () => [{ server: "s", name: "n" }],
      }),
      nothing: await stateOf(undefined),
      hostile: await stateOf({
        tools: throws,
        running: () => [{ ...running, progress: cycle }],
        get config() {
          throw new Error("hostile");
        },
        page: () => "nowhere",
        mcpTools: () => [{ server: 1 }],
      }),
      cyclic: await stateOf({ config: cycle, tools: "none" }),
    };
  });
  expect(seen.all).toMatchObject({
    tools: [{ name: "probe", description: "Does what tools should not do." }],
    config: { units: "metric" },
    running: [{ executionId: "e", startedAt: 5, progress: { at: 1 } }],
    page: { url: "https://shop.example/", title: "Shop" },
    mcpTools: [{ server: "s", name: "n" }],
  });
  const empty = { tools: [], config: null, running: [], mcpTools: [] };
  expect(seen.nothing).toMatchObject({ ...empty, page: { title: "ag-ui-lit test harness" } });
  expect(seen.nothing.page.url).toMatch(/^http:/);
  expect(seen.hostile).toEqual({ ...empty, page: null });
  expect(seen.cyclic).toMatchObject(empty);
});

test("a tool may call the registry and the manager while it runs", async ({ tools }) => {
  const seen = await tools.evaluate(async () => {
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager();
    const page = {
      async call(depth: number): Promise<string> {
        registry.unregister("probe");
        const { tool } = registry.register(rust.probe(undefined, page));
        if (depth === 0) return "the bottom";
        const inner = await manager.execute(tool, `inner-${depth}`, {
          action: "call",
          value: depth - 1,
        });
        return inner.success ? `${depth} ${inner.result}` : "failed";
      },
    };
    const { tool } = registry.register(rust.probe(undefined, page));
    return manager.execute(tool, "1", { action: "call", value: 3 });
  });
  expect(seen).toMatchObject({ success: true, result: "3 2 1 the bottom" });
});

test("two modules on one page know nothing of each other", async ({ tools, complaints }) => {
  const seen = await tools.evaluate(async () => {
    const other = await loadProbe();
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager();
    const { tool: first } = registry.register(rust.probe());
    const { tool: second } = registry.register(other.probe(undefined, undefined, "other"));
    const both = await Promise.all([
      manager.execute(first, "1", { action: "echo", value: 1 }),
      manager.execute(second, "2", { action: "echo", value: 2 }),
    ]);
    const broken = await manager.execute(first, "3", { action: "panic" });
    return { both, broken, goesOn: await manager.execute(second, "4", { action: "wait" }) };
  });
  expect(seen.both).toMatchObject([{ output: 1 }, { output: 2 }]);
  expect(seen.broken).toMatchObject({ success: false });
  expect(seen.goesOn).toMatchObject({ success: true, result: "waited" });
  expect(complaints.splice(0)).toEqual([expect.stringContaining("unreachable")]);
});

for (const [what, action] of [
  ["executes", "panic"],
  ["checks", "panicWhileChecked"],
] as const) {
  test(`a tool that panics while it ${what} fails that call, those under way and later ones in words`, async ({
    tools,
    complaints,
  }) => {
    const seen = await tools.evaluate(async (action) => {
      const heard: string[] = [];
      const page = { waited: () => heard.push("waited") };
      const registry = new agUi.ToolRegistry();
      const manager = new agUi.ToolExecutionManager();
      const { tool } = registry.register(rust.probe(undefined, page));
      const { tool: ours } = registry.register({
        name: "ours",
        description: "Ours.",
        schema: {},
        handler: () => "well",
      });
      const waiting = manager.execute(tool, "1", { action: "wait", value: 50 });
      await turn();
      const panicked = await manager.execute(tool, "2", { action });
      const late = { tracing: rust.probe().metadata.tracing({ action: "echo" }) };
      return {
        waiting: await waiting,
        panicked,
        later: await manager.execute(tool, "3", { action: "echo" }),
        late,
        ours: await manager.execute(ours, "4", "{}"),
        // What was under way goes no further: its timer, set before this one, has passed by then.
        heard: await new Promise((tell) => setTimeout(() => tell(heard), 50)),
      };
    }, action);
    const message = expect.stringMatching(/has stopped.*it broke/s);
    for (const failed of [seen.waiting, seen.panicked, seen.later]) {
      expect(failed).toMatchObject({ success: false, error: { message } });
    }
    expect(seen.late.tracing).toEqual({});
    expect(seen.ours).toMatchObject({ success: true, result: "well" });
    expect(seen.heard).toEqual([]);
    expect(complaints.splice(0)).toEqual([expect.stringContaining("unreachable")]);
  });
}

test("a panic while attributes are asked for is thrown to who asks, and stops the module", async ({
  tools,
}) => {
  const seen = await tools.evaluate(async () => {
    const { handler, metadata } = rust.probe();
    let thrown: unknown;
    try {
      metadata.tracing({ action: "panicWhileTraced" });
    } catch (error) {
      thrown = error;
    }
    const later = await rejectionOf(Promise.resolve(handler({ action: "echo" }, {} as never)));
    return { isTrap: thrown instanceof WebAssembly.RuntimeError, later };
  });
  expect(seen.isTrap).toBe(true);
  expect(seen.later).toContain("it broke while it was traced");
});

test("an exception that a tool does not handle ends its own call only", async ({
  tools,
  complaints,
}) => {
  const seen = await tools.evaluate(async () => {
    globalThis.throwsUnexpectedly = () => {
      throw new Error("not expected");
    };
    const { tool } = new agUi.ToolRegistry().register(rust.probe());
    const manager = new agUi.ToolExecutionManager(undefined, undefined, { circuitBreaker: false });
    const waiting = manager.execute(tool, "1", { action: "wait", value: 20 });
    await turn();
    const thrown = await manager.execute(tool, "2", { action: "throw" });
    return {
      thrown,
      waiting: await waiting,
      later: await manager.execute(tool, "3", { action: "echo", value: 1 }),
    };
  });
  const message = expect.stringContaining("An exception that the tool does not handle");
  expect(seen.thrown).toMatchObject({ success: false, error: { message } });
  expect(seen.waiting).toMatchObject({ success: true, result: "waited" });
  expect(seen.later).toMatchObject({ success: true, output: 1 });
  expect(complaints.splice(0)).toEqual([expect.stringContaining("not expected")]);
});

test("what a definition holds is let go of with it", async ({ tools }) => {
  const left = await tools.evaluate(async () => {
    const watched = new Set(["definition", "environment", "page"]);
    const finalization = new FinalizationRegistry<string>((name) => watched.delete(name));
    await (async () => {
      const environment = { config: { a: 1 } };
      const page = { call: () => 1 };
      const definition = rust.probe(environment, page);
      await new agUi.ToolExecutionManager().execute(
        new agUi.ToolRegistry().register(definition).tool,
        "1",
        { action: "state" },
      );
      await definition.metadata.preview({ action: "echo" });
      definition.metadata.tracing({ action: "echo" });
      finalization.register(definition, "definition");
      finalization.register(environment, "environment");
      finalization.register(page, "page");
    })();
    for (let round = 0; round < 500 && watched.size > 0; round++) {
      (globalThis as { gc?: () => void }).gc?.();
      // The collector tells of it in a task of its own, and has 500 of them.
      await turn();
    }
    return [...watched];
  });
  expect(left).toEqual([]);
});
