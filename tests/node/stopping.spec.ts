/** Nothing that one call cancels begins, whichever way it is stopped. */

import { ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import * as z from "zod";
import { eventOf, eventTypes, inTime, record, turn } from "../support/observe.js";
import { ownTimers } from "./server/own-timers.js";
import { expect, test } from "./test.js";

/** Six calls, of which two run; then one call of the page stops all of them. */
const ways = [
  "cancelAll()",
  "free()",
  "using",
  "a shared signal",
  "a signal of each that follows one",
  "controllers that follow one",
  "a shared signal that times out",
  "cancel() of each",
  "a listener that aborts the next one's signal",
  "cancelAll() in a listener",
  "free() in a listener",
  "an abort listener of a handler",
] as const;

for (const way of ways) {
  for (const limited of ["tool", "manager"] as const) {
    test(`what waits for a slot of the ${limited} does not begin when ${way} stops it`, async () => {
      const registry = new ToolRegistry();
      const limit = { maxConcurrency: 2 };
      const manager = new ToolExecutionManager(
        undefined,
        undefined,
        limited === "manager" ? limit : {},
      );
      const begun: unknown[] = [];
      const { tool } = registry.register({
        name: "hang",
        description: "Never ends.",
        schema: {},
        metadata: limited === "tool" ? limit : {},
        handler: ({ n }, { signal }) => {
          begun.push(n);
          if (way === "an abort listener of a handler") {
            signal.addEventListener("abort", () => manager.cancelAll());
          }
          return new Promise(() => {});
        },
      });
      const events = record(manager, "tool-execution-", eventTypes.execution);
      const parent = new AbortController();
      const own = Array.from({ length: 6 }, () => new AbortController());
      const timed = AbortSignal.timeout(50);
      const signalOf = (at: number): AbortSignal | undefined => {
        const { signal } = own[at] as AbortController;
        switch (way) {
          case "a shared signal":
            return parent.signal;
          case "a signal of each that follows one":
            return AbortSignal.any([parent.signal, signal]);
          case "controllers that follow one":
            parent.signal.addEventListener("abort", () => own[at]?.abort());
            return signal;
          case "a shared signal that times out":
            return timed;
          case "a listener that aborts the next one's signal":
            return signal;
          default:
            return undefined;
        }
      };
      const results = Array.from({ length: 6 }, (_, n) => {
        const signal = signalOf(n);
        return manager.execute(tool, `call-${n}`, { n }, signal ? { signal } : {});
      });
      const before = begun.length;
      let heard = 0;
      manager.addEventListener("tool-execution-cancelled", () => {
        heard += 1;
        if (way === "a listener that aborts the next one's signal") own[heard]?.abort();
        if (way === "cancelAll() in a listener") manager.cancelAll();
        if (way === "free() in a listener") manager.free();
      });
      const ids = Array.from({ length: 6 }, (_, n) => {
        return manager.getExecutionsForToolCall(`call-${n}`)[0]?.id as string;
      });
      switch (way) {
        case "free()":
          manager.free();
          break;
        case "using":
          manager[Symbol.dispose]();
          break;
        case "cancel() of each":
          for (const id of ids) manager.cancel(id);
          break;
        case "a listener that aborts the next one's signal":
          own[0]?.abort();
          break;
        case "cancelAll()":
          manager.cancelAll();
          break;
        case "cancelAll() in a listener":
        case "free() in a listener":
        case "an abort listener of a handler":
          manager.cancel(ids[0] as string);
          break;
        default:
          parent.abort();
      }
      const settled = await Promise.all(results);
      await turn();
      const next = new ToolExecutionManager(undefined, undefined, { timeout: 5 });
      const isFreed = way.includes("free()") || way === "using";
      const after = await (isFreed ? next : manager).execute(
        tool,
        "after",
        { n: "after" },
        {
          timeout: 5,
        },
      );
      const seen = {
        before,
        begun,
        categories: settled.map((result) => !result.success && result.error.category),
        ends: events.filter(({ type }) => type === "cancelled").length,
        executing: events.filter(({ type }) => type === "executing").length,
        after: !after.success && after.error.category,
      };
      expect(seen.before).toBe(2);
      expect(seen.begun).toEqual([0, 1, "after"]);
      expect(seen.categories).toEqual(Array(6).fill("cancelled"));
      expect(seen.ends).toBe(6);
      expect(seen.after).toBe("timeout");
    });
  }
}

test("what a listener executes while everything is cancelled runs, and what it waits for is gone", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager(undefined, undefined, { maxConcurrency: 2 });
  const begun: unknown[] = [];
  const { tool: hang } = registry.register({
    name: "hang",
    description: "Never ends.",
    schema: {},
    handler: ({ n }) => {
      begun.push(n);
      return new Promise(() => {});
    },
  });
  const { tool: kept } = registry.register({
    name: "kept",
    description: "Answered by an earlier result.",
    schema: {},
    metadata: { idempotent: true, cache: { ttl: 60_000, maxEntries: 1 } },
    handler: () => "kept",
  });
  await manager.execute(kept, "0", {});
  const results = Array.from({ length: 6 }, (_, n) => manager.execute(hang, "old", { n }));
  const inner: Promise<{ success: boolean }>[] = [];
  let statuses: unknown;
  manager.addEventListener("tool-execution-cancelled", () => {
    statuses ??= manager.getExecutionsForToolCall("old").map(({ status }) => status);
    // One that ends at once, and one that begins at once.
    inner.push(manager.execute(kept, "kept", {}));
    if (inner.length <= 2) void manager.execute(hang, "new", { n: `new ${inner.length}` });
  });
  manager.cancelAll();
  const settled = await Promise.all(results);
  await turn();
  const ended = await Promise.all(inner);
  const running = manager.getExecutionsForToolCall("new").map(({ status }) => status);
  const seen = {
    begun,
    statuses,
    settled: settled.map((result) => !result.success && result.error.category),
    ended: ended.map(({ success }) => success),
    running,
  };
  expect(seen.begun).toEqual([0, 1, "new 1", "new 2"]);
  expect(seen.statuses).toEqual(Array(6).fill("cancelled"));
  expect(seen.settled).toEqual(Array(6).fill("cancelled"));
  expect(seen.ended).toEqual(Array(6).fill(true));
  expect(seen.running).toEqual(["executing", "executing"]);
});

test("what is freed from anywhere says so, leaves no listener behind and ends everything once", async () => {
  const found: unknown[] = [];
  const places = ["started", "validating", "executing", "retrying", "succeeded", "cancelled"];
  for (const place of [...places, "validator", "toJSON", "result", "late validator"]) {
    const registry = new ToolRegistry();
    const manager = new ToolExecutionManager(undefined, undefined, { maxConcurrency: 1 });
    const free = (where: string) => {
      if (where === place) manager.free();
    };
    const listeners = { added: 0, removed: 0 };
    const { signal } = new AbortController();
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
    const { tool } = registry.register({
      name: "it",
      description: "Fails once.",
      schema: z.object({}).refine(async () => {
        free("validator");
        await undefined;
        free("late validator");
        return true;
      }),
      metadata: { dedupe: "inflight", retryConfig: { baseDelay: 1 } },
      handler: (_, { attemptNumber }) => {
        if (place === "cancelled") return new Promise(() => {});
        if (attemptNumber === 1) throw new TypeError("Failed to fetch");
        return { toJSON: () => free("result") };
      },
    });
    for (const type of places) {
      manager.addEventListener(`tool-execution-${type}` as "tool-execution-started", () =>
        free(type),
      );
    }
    const args = {
      toJSON() {
        free("toJSON");
        return {};
      },
    };
    const first = manager.execute(tool, "1", args, { signal });
    const second = manager.execute(tool, "2", "{}", { signal });
    if (place === "cancelled") {
      void turn().then(() => manager.cancel(manager.getExecutionsForToolCall("1")[0]?.id ?? ""));
    }
    const ended = await Promise.all([first, second]);
    const refused = await manager.execute(tool, "3", "{}");
    const told = [...ended, refused].map((result) =>
      result.success ? "success" : (result.error.code ?? result.error.category),
    );
    found.push([place, told.join(), listeners.added === listeners.removed]);
  }
  const seen = found;
  const cancelled = "cancelled,cancelled,freed";
  const early = "cancelled,freed,freed";
  expect(seen).toEqual([
    ["started", early, true],
    ["validating", early, true],
    ["executing", cancelled, true],
    ["retrying", cancelled, true],
    ["succeeded", "success,cancelled,freed", true],
    ["cancelled", cancelled, true],
    ["validator", early, true],
    ["toJSON", "freed,freed,freed", true],
    ["result", cancelled, true],
    ["late validator", cancelled, true],
  ]);
});

test("an attempt that waits for its time, and a call that shares a run, begin nothing when all is cancelled", async () => {
  const registry = new ToolRegistry();
  const found: unknown[] = [];
  for (const stop of ["cancelAll", "signal"]) {
    const time = ownTimers();
    const manager = new ToolExecutionManager(undefined, undefined, { maxConcurrency: 1 });
    let calls = 0;
    const { tool } = registry.register(
      {
        name: "flaky",
        description: "Fails.",
        schema: {},
        metadata: { dedupe: "inflight", retryConfig: { baseDelay: 5, jitter: "none" } },
        handler: () => {
          calls += 1;
          throw new TypeError("Failed to fetch");
        },
      },
      { replace: true },
    );
    const controller = new AbortController();
    const retrying = eventOf(manager, "tool-execution-retrying");
    const { signal } = controller;
    const results = ["1", "2", "3"].map((id) => manager.execute(tool, id, "{}", { signal }));
    await retrying;
    if (stop === "signal") controller.abort();
    else manager.cancelAll();
    const settled = await Promise.all(results);
    // Nothing waits for a time any more.
    time.tick(60_000);
    time.restore();
    found.push([calls, ...settled.map((result) => !result.success && result.error.category)]);
  }
  const seen = found;
  const expected = [1, "cancelled", "cancelled", "cancelled"];
  expect(seen).toEqual([expected, expected]);
});

test("a call that is cancelled while its result is read leaves the result to those that share its run", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const found: unknown[] = [];
  for (const kind of ["returned", "thrown"]) {
    const stop = new AbortController();
    const { tool } = registry.register(
      {
        name: "it",
        description: "It.",
        schema: {},
        metadata: { dedupe: "inflight" },
        handler: async () => {
          await undefined;
          const made = {
            toJSON() {
              stop.abort();
              return "read";
            },
            get message() {
              stop.abort();
              return "read";
            },
          };
          if (kind === "thrown") throw made;
          return made;
        },
      },
      { replace: true },
    );
    const first = manager.execute(tool, "1", "{}", { signal: stop.signal });
    const second = manager.execute(tool, "2", "{}");
    const results = await inTime("a call has no end", Promise.all([first, second]));
    const told = results.map((result) =>
      result.success ? result.result : `${result.error.category}: ${result.error.message}`,
    );
    found.push(told);
  }
  const seen = found;
  const cancelled = "cancelled: The call was cancelled.";
  expect(seen).toEqual([
    [cancelled, '"read"'],
    [cancelled, "execution: read"],
  ]);
});

test("a call whose validator answers after its signal has timed out does not begin", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const signal = AbortSignal.timeout(30);
  let answer: () => void = () => {};
  let handled = 0;
  // The first to hear of it: a browser lets promises go on before the next listener is called.
  signal.addEventListener("abort", () => answer());
  const { tool } = registry.register({
    name: "slow",
    description: "Is asked slowly.",
    schema: z.object({}).refine(() => new Promise((resolve) => (answer = () => resolve(true)))),
    handler: () => {
      handled += 1;
    },
  });
  const result = await manager.execute(tool, "1", "{}", { signal });
  const seen = { handled, category: !result.success && result.error.category };
  expect(seen).toEqual({ handled: 0, category: "cancelled" });
});

for (const _way of ["abort()", "another threadId", "cancelAll() of its manager"] as const) {
}
