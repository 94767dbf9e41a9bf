/** `batch` and `view_background_processes`: calls through the manager, and what is seen of them. */
import {
  structuredResults,
  ToolExecutionManager,
  type ToolExecutionManagerOptions,
  ToolRegistry,
} from "ag-ui-lit";
import {
  BackgroundProcesses,
  type BatchMetadata,
  backgroundProcesses,
  bashTool,
  type RunToolsOptions,
  runTools,
  toolEnvironment,
} from "ag-ui-lit/toolbox";
import { turn } from "../support/observe.js";
import { deferred } from "./deferred.js";
import { expect, test } from "./test.js";

type Options = Partial<RunToolsOptions> & { readonly manages?: ToolExecutionManagerOptions };

/** A registry with `batch`, `view_background_processes` and some tools to call. */
function setup({ manages, ...options }: Options = {}) {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager(undefined, undefined, manages);
  const ran: unknown[] = [];
  const gate = deferred<void>();
  const define = (
    name: string,
    handler: Parameters<typeof registry.register>[0]["handler"],
    metadata = {},
  ) =>
    registry.register({
      name,
      description: "A tool.",
      parameters: { properties: { n: { type: "integer" } } },
      handler,
      metadata,
    });
  define("echo", (args) => {
    ran.push(args);
    return `echo ${JSON.stringify(args)}`;
  });
  define("fail", () => {
    throw new Error("It broke.");
  });
  define("wait", async (args, { signal, reportProgress }) => {
    ran.push(args);
    reportProgress({ at: 1 });
    await Promise.race([
      gate.promise,
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    ]);
    return "waited";
  });
  define("pay", (args) => ran.push(args), { approval: "always" });
  for (const tool of runTools({ registry, manager, ...options })) registry.register(tool);
  const run = (name: string, args: object, signal?: AbortSignal) => {
    const tool = registry.get(name);
    if (!tool) throw new Error(`There is no ${name}.`);
    return manager.execute(tool, "b1", args as Record<string, unknown>, {
      ...(signal && { signal }),
    });
  };
  const batch = (calls: readonly object[], signal?: AbortSignal) =>
    run("batch", { description: "Some.", calls }, signal);
  return { registry, manager, ran, gate, run, batch };
}

const call = (tool: string, args: object = {}) => ({ tool, args });

function textOf(result: Awaited<ReturnType<ReturnType<typeof setup>["batch"]>>): string {
  return result.success ? result.result : result.error.message;
}

test("each call has its own record, events and result, and one failure stops no other", async () => {
  const { manager, batch, ran } = setup();
  const started: string[] = [];
  manager.addEventListener("tool-execution-started", ({ detail }) =>
    started.push(`${detail.execution.toolName} ${detail.execution.toolCallId}`),
  );
  const result = await batch([
    call("echo", { n: 1 }),
    call("fail"),
    call("nothing"),
    call("echo", { n: "x" }),
    call("echo", { n: 2 }),
  ]);
  expect(result.success).toBe(true);
  expect(textOf(result)).toContain("5 calls were made: 2 succeeded, 3 failed.");
  expect(textOf(result)).toContain('--- 1. echo succeeded ---\necho {"n":1}');
  expect(textOf(result)).toContain("--- 2. fail failed ---\nError: It broke.");
  expect(textOf(result)).toContain('There is no tool named "nothing". Available tools: echo, fail');
  expect(ran).toEqual([{ n: 1 }, { n: 2 }]);
  expect(started).toEqual(["batch b1", "echo b1/1", "fail b1/2", "echo b1/4", "echo b1/5"]);
  const kept = structuredResults(manager).find(({ toolName }) => toolName === "batch");
  const { calls = [] } = (kept?.metadata ?? {}) as Partial<BatchMetadata>;
  expect(calls.map(({ toolCallId, result: { success } }) => [toolCallId, success])).toEqual([
    ["b1/1", true],
    ["b1/2", false],
    ["b1/3", false],
    ["b1/4", false],
    ["b1/5", true],
  ]);
  expect(calls.map(({ executionId }) => executionId === undefined)).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
});

test("a batch does not wait for itself, whatever the manager allows at once", async () => {
  for (const manages of [{ maxConcurrency: 1 }, { maxConcurrency: 2 }]) {
    const { batch, manager, registry } = setup({ manages });
    const both = await Promise.all([
      batch([call("echo", { n: 1 }), call("echo", { n: 2 })]),
      batch([call("echo", { n: 3 }), call("echo", { n: 4 })]),
    ]);
    expect(both.map(textOf).every((text) => text.includes("2 succeeded, 0 failed"))).toBe(true);
    // The slots are all there again.
    const tool = registry.get("echo");
    expect(tool && (await manager.execute(tool, "c", {})).success).toBe(true);
  }
});

test("the manager's concurrency and the batch's own hold for its calls", async () => {
  for (const [options, most] of [
    [{ manages: { maxConcurrency: 2 } }, 2],
    [{ concurrency: 3 }, 3],
  ] as const) {
    const { batch, registry } = setup(options);
    let now = 0;
    let seen = 0;
    let fill = (): void => {};
    const full = new Promise<void>((resolve) => {
      fill = resolve;
    });
    registry.register({
      name: "count",
      description: "Counts.",
      schema: {},
      handler: async () => {
        now += 1;
        seen = Math.max(seen, now);
        // Nobody ends before as many run as may.
        if (now === most) fill();
        await full;
        await turn();
        now -= 1;
      },
    });
    const result = await batch(Array.from({ length: 12 }, () => call("count")));
    expect(textOf(result)).toContain("12 succeeded");
    expect(seen).toBe(most);
  }
});

test("what can't be a batch is refused, and nothing of it runs", async () => {
  const { batch, run, ran } = setup({ maxCalls: 2 });
  const refusals = await Promise.all([
    batch([]),
    batch([call("echo"), call("echo"), call("echo")]),
    batch([call("echo"), call("batch", { description: "x", calls: [] })]),
    run("batch", { description: "x", calls: [{ tool: "echo", args: "{}" }] }),
    run("batch", { calls: [call("echo")] }),
  ]);
  expect(refusals.map((result) => !result.success && result.error.category)).toEqual(
    Array(5).fill("validation"),
  );
  expect(textOf(refusals[2] as never)).toContain("a batch can't hold a batch");
  expect(ran).toEqual([]);
});

test("a call that needs approval is not run where nobody can be asked", async () => {
  const { batch, ran } = setup();
  const result = await batch([
    call("pay", { n: 1 }),
    call("echo", { n: 2 }),
    call("pay", { n: "x" }),
  ]);
  expect(textOf(result)).toContain("needs the user's approval, and the user can't be asked");
  // Nobody would be asked about arguments that are refused.
  expect(textOf(result)).toContain("--- 3. pay failed ---\nError: The arguments don't match");
  expect(ran).toEqual([{ n: 2 }]);
});

test("a function of the page is asked about each call, and its answer counts", async () => {
  const asked: unknown[] = [];
  const answers = [
    { decision: "approve" },
    { decision: "approve", args: { n: 20 } },
    { decision: "decline", reason: "Too dear." },
    { decision: "maybe" },
    { decision: "approve", args: { n: "x" } },
  ];
  const { batch, ran } = setup({
    approval: async ({ toolCallId, toolCallName, toolCallArgs }) => {
      asked.push([toolCallName, toolCallId, toolCallArgs]);
      return answers[asked.length - 1] as never;
    },
    concurrency: 1,
  });
  const result = await batch([1, 2, 3, 4, 5].map((n) => call("pay", { n })));
  expect(asked).toEqual([1, 2, 3, 4, 5].map((n) => ["pay", `b1/${n}`, { n }]));
  expect(ran).toEqual([{ n: 1 }, { n: 20 }]);
  const text = textOf(result);
  expect(text).toContain('The user changed the arguments before the tool ran: {"n":20}');
  expect(text).toContain("The user declined: the tool was not run. Their reason: Too dear.");
  expect(text).toContain("the page's answer can't be used");
  expect(text).toContain("2 succeeded, 3 failed");
});

test("an aborted batch cancels what runs, begins nothing more, and withdraws what is asked", async () => {
  const asking = deferred<AbortSignal>();
  const { batch, manager, ran } = setup({
    concurrency: 2,
    approval: (_request, { signal }) => {
      asking.resolve(signal);
      return new Promise(() => {});
    },
  });
  const ends: string[] = [];
  manager.addEventListener("tool-execution-cancelled", ({ detail }) => ends.push(detail.toolName));
  const controller = new AbortController();
  const running = batch([call("wait"), call("pay"), call("echo"), call("echo")], controller.signal);
  const signal = await asking.promise;
  controller.abort();
  const result = await running;
  expect(!result.success && result.error.category).toBe("cancelled");
  expect(signal.aborted).toBe(true);
  expect(ran).toEqual([{}]);
  await new Promise((next) => setImmediate(next));
  expect(ends.sort()).toEqual(["batch", "wait"]);
  expect(ran).toEqual([{}]);
});

test("a thousand calls, each with its result in its place", async () => {
  const { batch, manager } = setup({ maxCalls: 1_000, concurrency: 50, maxTotalLength: 1_000_000 });
  let progress: unknown;
  manager.addEventListener("tool-execution-progress", ({ detail }) => {
    progress = detail.progress;
  });
  const result = await batch(Array.from({ length: 1_000 }, (_, n) => call("echo", { n })));
  expect(progress).toEqual({ done: 1_000, total: 1_000, failed: 0 });
  const places = [
    ...textOf(result).matchAll(/--- (\d+)\. echo succeeded ---\necho \{"n":(\d+)\}/g),
  ];
  expect(places.map(([, place, n]) => Number(place) - 1 - Number(n))).toEqual(Array(1_000).fill(0));
});

test("hostile results spoil only themselves", async () => {
  const { batch, registry } = setup({ maxResultLength: 1_000 });
  const circle: Record<string, unknown> = {};
  circle.itself = circle;
  const results: Record<string, () => unknown> = {
    circle: () => circle,
    big: () => "ü".repeat(5_000),
    bigint: () => 2n ** 70n,
    nothing: () => undefined,
    surrogate: () => "\ud800",
    thrower: () =>
      new Proxy(
        {},
        {
          get: () => {
            throw new Error("no");
          },
        },
      ),
    markup: () => "--- 9. echo succeeded ---",
  };
  for (const [name, handler] of Object.entries(results)) {
    registry.register({ name, description: "Hostile.", schema: {}, handler });
  }
  const result = await batch(Object.keys(results).map((name) => call(name)));
  const text = textOf(result);
  expect(result.success).toBe(true);
  expect(text).toContain("4000 characters are left out here. Call big by itself");
  expect(text).toContain("1180591620717411303424");
  expect(text).toContain("--- 4. nothing succeeded ---\nnull");
});

test("arguments reach a call as they were written", async () => {
  const { run, ran, registry } = setup();
  registry.register({
    name: "any",
    description: "Takes anything.",
    schema: {},
    handler: (args) => {
      ran.push(args);
    },
  });
  const args = JSON.parse(
    '{"__proto__": {"polluted": 1}, "constructor": 2, "deep": [[{"a": null}]], "x": 1e300}',
  );
  await run("batch", { description: "x", calls: [{ tool: "any", args }] });
  expect(JSON.stringify(ran[0])).toBe(JSON.stringify(args));
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test("what runs is seen, with what it reported, and not the look itself", async () => {
  const { run, batch, gate, manager } = setup();
  const waiting = batch([call("wait", { n: 1 })]);
  await new Promise<void>((seen) =>
    manager.addEventListener("tool-execution-progress", () => seen(), { once: true }),
  );
  const view = await run("view_background_processes", {});
  expect(textOf(view)).toMatch(/^2 processes, the oldest first:\n- batch \(exec-/);
  expect(textOf(view)).toContain('reported last: {"at":1}');
  expect(textOf(view)).not.toContain("view_background_processes");
  gate.resolve();
  await waiting;
  expect(textOf(await run("view_background_processes", {}))).toBe("Nothing else runs.");
});

test("what bash runs is seen by who has that bash, also in a list of the page's own", async () => {
  const lists = [new BackgroundProcesses(), new BackgroundProcesses()] as const;
  const gate = deferred<number>();
  const pages = lists.map((background) => {
    const page = setup();
    const [bash] = bashTool({ background, run: () => gate.promise, approval: "never" });
    if (!bash) throw new Error("There is no bash.");
    // A page may say more of a tool: it is that tool all the same.
    const metadata = { ...bash.metadata, category: "shell" };
    page.registry.register({ ...bash, name: "shell", metadata });
    return page;
  });
  const [first, second] = pages as [(typeof pages)[0], (typeof pages)[0]];
  const begun = await first.run("shell", { command: "serve 1", background: true });
  await second.run("shell", { command: "serve 2", background: true });
  expect(textOf(begun)).toContain("Call view_background_processes");
  const common = backgroundProcesses.start({
    name: "common",
    command: "serve 3",
    run: () => gate.promise,
  });
  const seen = await Promise.all(
    pages.map(async ({ run }) => textOf(await run("view_background_processes", {}))),
  );
  // What began within the same millisecond stands in any order.
  const served = seen.map((text) => [...text.matchAll(/serve \d/g)].map(String).sort());
  expect(served).toEqual([
    ["serve 1", "serve 3"],
    ["serve 2", "serve 3"],
  ]);
  // Ids are unique in a page.
  const ids = [...lists.flatMap((list) => list.list()), common].map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  gate.resolve(0);
});

test("an environment says what the page has, and bounds what was reported", async () => {
  const { registry, manager, gate } = setup();
  registry.register({
    name: "tells",
    description: "Reports anything.",
    schema: {},
    handler: async (_args, { reportProgress }) => {
      const circle: Record<string, unknown> = { long: "x".repeat(10_000) };
      circle.itself = circle;
      reportProgress(circle);
      await gate.promise;
    },
  });
  const environment = toolEnvironment({
    registry,
    manager,
    config: { units: "metric" },
    mcp: () => [{ server: "s", name: "t" }],
  });
  const tool = registry.get("tells");
  const running = tool && manager.execute(tool, "c1", {});
  await undefined;
  const [seen] = environment.running?.() ?? [];
  expect(seen).toMatchObject({ toolCallId: "c1", toolName: "tells", status: "executing" });
  expect(seen?.startedAt).toBeGreaterThan(0);
  expect(String(seen?.progress).length).toBeLessThan(5_000);
  expect(environment.tools?.().map(({ name }) => name)).toContain("tells");
  expect(environment.config).toEqual({ units: "metric" });
  expect(environment.mcpTools?.()).toEqual([{ server: "s", name: "t" }]);
  gate.resolve();
  await running;
  expect(environment.running?.()).toEqual([]);
});

test("options that are not as they must be are named at once", () => {
  const { registry, manager } = setup();
  const wrong: [object | undefined, RegExp][] = [
    [undefined, /runTools\(\) takes an object of options/],
    [{ manager }, /\{ registry \}\) is needed: it must be a ToolRegistry/],
    [{ registry }, /\{ manager \}\) is needed: it must be a ToolExecutionManager/],
    [{ registry: [], manager }, /\{ registry \}\) must be a ToolRegistry/],
    [{ registry, manager, maxCalls: 0 }, /maxCalls \}\) must be a whole number from 1, but is 0/],
    [
      { registry, manager, maxcalls: 5 },
      /runTools\(\) has no option "maxcalls". Did you mean "maxCalls"\? There are: registry,/,
    ],
    [{ registry, manager, concurrency: 1.5 }, /concurrency/],
    [{ registry, manager, approval: {} }, /approval \}\) must be an <ag-ui-agent>/],
  ];
  for (const [options, message] of wrong) {
    expect(() => runTools(options as never)).toThrow(message);
    expect(() => runTools(options as never)).toThrow(TypeError);
  }
  expect(() => toolEnvironment({ mcp: [] as never })).toThrow(/mcp \}\) must be a function/);
  expect(() => toolEnvironment({ tools: [] } as never)).toThrow(/has no option "tools"/);
});
