import { expect, test } from "../support/test.js";

test.describe.configure({ timeout: 180_000 });
test.use({ ownContext: "the memory of its process is measured" });

test("a hundred thousand executions leave memory, listeners, timers and records at a plateau", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const listeners = { added: 0, removed: 0 };
    const shared = new AbortController();
    const { signal } = shared;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners.added += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners.removed += 1;
      remove(...args);
    };
    let timers = 0;
    const { setTimeout: set, clearTimeout: clear } = globalThis;
    const open = new Set<unknown>();
    globalThis.setTimeout = ((callback: () => void, ...rest: [number]) => {
      const timer = set(
        () => {
          open.delete(timer);
          callback();
        },
        ...rest,
      );
      open.add(timer);
      timers += 1;
      return timer;
    }) as typeof setTimeout;
    globalThis.clearTimeout = ((timer: number) => {
      open.delete(timer);
      clear(timer);
    }) as typeof clearTimeout;

    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager(
      undefined,
      { ...agUi.DEFAULT_RETRY_CONFIG, baseDelay: 0, maxDelay: 0 },
      { timeout: 60_000, circuitBreaker: false, maxHistory: 100 },
    );
    const { tool } = registry.register({
      name: "it",
      description: "Succeeds, fails, is tried again, hangs.",
      schema: { properties: { kind: { type: "integer" } } },
      handler: ({ kind }, { attemptNumber }) => {
        if (kind === 0) return "x".repeat(100);
        if (kind === 1) throw new Error("no");
        if (kind === 2 && attemptNumber === 1) throw new TypeError("Failed to fetch");
        return kind === 3 ? new Promise(() => {}) : "done";
      },
    });
    const first: string[] = [];
    manager.addEventListener("tool-execution-started", ({ detail }) => {
      if (first.length < 1) first.push(detail.execution.id);
    });
    const batch = async (size: number) => {
      const calls = Array.from({ length: size }, (_, at) =>
        // One in a hundred is given up at its deadline; its handler never ends.
        manager.execute(
          tool,
          "call",
          { kind: at % 4 },
          at % 100 === 3 ? { signal, timeout: 1 } : { signal },
        ),
      );
      manager.getExecutionsForToolCall("call");
      // The rest of kind 3 hang until they are cancelled; the others end by themselves.
      await Promise.all(calls.filter((_, at) => at % 4 !== 3 || at % 100 === 3));
      manager.cancelAll();
      await Promise.all(calls);
    };
    const heap = () =>
      (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize;
    const sizes: number[] = [];
    for (let round = 0; round < 100; round++) {
      await batch(1000);
      if (round % 20 === 19) {
        (globalThis as { gc?: () => void }).gc?.();
        sizes.push(heap());
      }
    }
    return {
      listeners,
      timers,
      open: open.size,
      sizes,
      kept: manager.getExecutionsForToolCall("call").length,
      firstIsForgotten: manager.getExecution(first[0] ?? "") === undefined,
      stats: registry.stats("it"),
    };
  });
  expect(seen.stats).toMatchObject({
    executions: 100_000,
    successes: 50_000,
    failures: 26_000,
    cancellations: 24_000,
  });
  // All that wait for a signal at once share one listener.
  expect(seen.listeners.added).toBeGreaterThan(0);
  expect(seen.listeners.removed).toBe(seen.listeners.added);
  expect(seen.timers).toBeGreaterThan(100_000);
  expect(seen.open).toBe(0);
  expect(seen.kept).toBe(100);
  expect(seen.firstIsForgotten).toBe(true);
  // After the first fifth nothing grows: what 80,000 more executions leave behind is noise.
  const [early = 0, ...later] = seen.sizes;
  for (const size of later) expect(size).toBeLessThan(early * 1.5 + 2_000_000);
});

test("wasm memory reaches a plateau", async ({ harness }) => {
  const pages = await harness.evaluate(async () => {
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager(undefined, undefined, { maxHistory: 100 });
    const { tool } = registry.register({
      name: "it",
      description: "It.",
      schema: { properties: { text: { type: "string" } } },
      handler: () => "done",
    });
    const args = JSON.stringify({ text: "x".repeat(10_000) });
    const sizes: number[] = [];
    for (let round = 0; round < 4; round++) {
      for (let count = 0; count < 5000; count++) await manager.execute(tool, "1", args);
      sizes.push(coreMemory());
    }
    return sizes;
  });
  const [, second = 0, ...later] = pages;
  for (const size of later) expect(size).toBe(second);
});

test("a registry, its tools and a manager are collected when the page lets go of them", async ({
  harness,
}) => {
  const collected = await harness.evaluate(async () => {
    const watched = new Set(["registry", "manager", "tool"]);
    const finalization = new FinalizationRegistry<string>((name) => watched.delete(name));
    await (async () => {
      const registry = new agUi.ToolRegistry();
      const manager = new agUi.ToolExecutionManager();
      const { tool } = registry.register({
        name: "it",
        description: "It.",
        schema: {},
        handler: () => new Promise(() => {}),
      });
      // One execution is still in flight.
      void manager.execute(tool, "1", "{}");
      finalization.register(registry, "registry");
      finalization.register(manager, "manager");
      finalization.register(tool, "tool");
    })();
    for (let round = 0; round < 500 && watched.size > 0; round++) {
      (globalThis as { gc?: () => void }).gc?.();
      // The collector tells of it in a task of its own, and has 500 of them.
      await turn();
    }
    return [...watched];
  });
  expect(collected).toEqual([]);
});

test("calls that wait for a rate limit are served, though the page has let go of their manager", async ({
  harness,
}) => {
  const results = await harness.evaluate(async () => {
    const calls = (() => {
      const rateLimit = { limit: 1, interval: 300 };
      const manager = new agUi.ToolExecutionManager(undefined, undefined, { rateLimit });
      const { tool } = new agUi.ToolRegistry().register({
        name: "it",
        description: "It.",
        schema: {},
        handler: () => "ran",
      });
      return ["1", "2", "3"].map((id) => manager.execute(tool, id, "{}"));
    })();
    let isSettled = false;
    const settled = Promise.all(calls).finally(() => {
      isSettled = true;
    });
    while (!isSettled) {
      (globalThis as { gc?: () => void }).gc?.();
      await turn();
    }
    return settled;
  });
  expect(results.map(({ success }) => success)).toEqual([true, true, true]);
});

test("free() and using give the core's part back at once, with executions in flight", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager();
    const { tool } = registry.register({
      name: "it",
      description: "It.",
      schema: {},
      handler: () => new Promise(() => {}),
    });
    const running = manager.execute(tool, "1", "{}");
    registry.free();
    manager.free();
    manager.free();
    const ended = await running;
    const refused = await manager.execute(tool, "1", "{}");
    let error = "";
    try {
      registry.register({ name: "x", description: "X.", schema: {}, handler: () => 1 });
    } catch (thrown) {
      error = (thrown as Error).message;
    }
    // Another manager can still run the tool.
    const other = new agUi.ToolExecutionManager(undefined, undefined, { timeout: 10 });
    const elsewhere = await other.execute(tool, "1", "{}");
    other[Symbol.dispose]();
    return { ended, refused, error, elsewhere, left: manager.getExecutionsForToolCall("1") };
  });
  expect(seen.ended).toMatchObject({ success: false, error: { category: "cancelled" } });
  expect(seen.refused).toMatchObject({ success: false, error: { code: "freed" } });
  expect(seen.error).toContain("was freed");
  expect(seen.elsewhere).toMatchObject({ success: false, error: { category: "timeout" } });
  expect(seen.left).toEqual([]);
});

test("read and executed a thousand times, with and without free(), the core's memory does not grow", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const { tool } = new agUi.ToolRegistry().register({
      name: "echo",
      description: "Echoes.",
      schema: { type: "object", properties: { text: { type: "string" } } },
      handler: () => "ok",
    });
    const manager = new agUi.ToolExecutionManager(undefined, undefined, { maxHistory: 1 });
    const text = JSON.stringify({ text: "x".repeat(20_000) });
    const round = async (count: number) => {
      for (let call = 0; call < count; call += 1) {
        const reader = manager.readArguments(tool);
        for (let at = 0; at < text.length; at += 4000) reader.push(text.slice(at, at + 4000));
        if (call % 2 === 0) await manager.execute(tool, "1", reader);
        reader.free();
      }
    };
    await round(100);
    const before = coreMemory();
    await round(1000);
    return coreMemory() - before;
  });
  expect(seen).toBe(0);
});
