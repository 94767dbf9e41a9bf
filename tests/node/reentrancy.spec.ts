import { categorizeError, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import * as z from "zod";
import { eventTypes, record } from "../support/observe.js";
import { expect, test } from "./test.js";

/**
 * Every public method may be called from inside any code of the page that the package calls. Each place runs
 * everything there is to call; the execution it happens in must end as if nothing had been called.
 */
const places = [
  "started listener",
  "validating listener",
  "executing listener",
  "retrying listener",
  "succeeded listener",
  "handler",
  "progress listener",
  "registry listener",
  "toJSON of the arguments",
  "getter of the arguments",
  "Proxy trap of the arguments",
  "own validator",
  "toJSON of the result",
  "abort listener of the signal",
] as const;

for (const place of places) {
  test(`everything may be called from a ${place}`, async () => {
    const registry = new ToolRegistry();
    const manager = new ToolExecutionManager();
    const events = record(manager, "tool-execution-", eventTypes.execution);
    const inner: Promise<{ success: boolean }>[] = [];
    let meddled = 0;

    const define = (name: string, more: object = {}) => ({
      name,
      description: `Does ${name}.`,
      schema: {},
      handler: () => name,
      ...more,
    });
    const { tool: other } = registry.register(define("other"));
    const onlyOnce = () => {};

    const meddle = (where: string) => {
      if (where !== place || meddled > 0) return;
      meddled += 1;
      manager.addEventListener("tool-execution-started", onlyOnce);
      manager.removeEventListener("tool-execution-started", onlyOnce);
      const registration = registry.register(define("added"));
      registry.register(define("added"), { replace: true });
      registration.unregister();
      registry.unregister("main");
      registry.unregister("added");
      registry.get("other");
      registry.toAgUiTools();
      registry.allStats();
      registry.clear();
      inner.push(manager.execute(other, "inner", "{}"));
      const hanging = manager.execute(hang, "hanging", "{}");
      inner.push(hanging);
      manager.cancel(manager.getExecutionsForToolCall("hanging")[0]?.id ?? "");
      manager.getExecutionsForToolCall("outer");
      categorizeError(new Error("no"));
    };

    const { tool: hang } = registry.register(
      define("hang", { handler: () => new Promise(() => {}) }),
    );
    const { tool } = registry.register({
      name: "main",
      description: "Fails once, then succeeds.",
      schema: z.object({ n: z.number() }).refine(() => {
        meddle("own validator");
        return true;
      }),
      metadata: { retryConfig: { baseDelay: 1 } },
      handler: ({ n }, { attemptNumber, reportProgress, signal }) => {
        signal.addEventListener("abort", () => meddle("abort listener of the signal"));
        meddle("handler");
        reportProgress(n);
        if (attemptNumber === 1) throw new TypeError("Failed to fetch");
        return {
          toJSON() {
            meddle("toJSON of the result");
            return { n };
          },
        };
      },
    });
    for (const type of [
      "started",
      "validating",
      "executing",
      "retrying",
      "succeeded",
      "progress",
    ]) {
      manager.addEventListener(`tool-execution-${type}` as "tool-execution-started", (event) => {
        if (event.detail.execution?.toolName === "other") return;
        meddle(`${type} listener`);
      });
    }
    registry.addEventListener("tool-registry-change", () => meddle("registry listener"));

    const args: Record<string, unknown> = { n: 1 };
    const shapes: Record<string, object> = {
      "toJSON of the arguments": {
        toJSON() {
          meddle("toJSON of the arguments");
          return args;
        },
      },
      "getter of the arguments": {
        get n() {
          meddle("getter of the arguments");
          return 1;
        },
      },
      "Proxy trap of the arguments": new Proxy(args, {
        ownKeys(target) {
          meddle("Proxy trap of the arguments");
          return Reflect.ownKeys(target);
        },
      }),
    };
    if (place === "registry listener") registry.register(define("change"));
    if (place === "abort listener of the signal") {
      const doomed = manager.execute(
        {
          ...hang,
          handler: (_: never, { signal }: { signal: AbortSignal }) => {
            signal.addEventListener("abort", () => meddle("abort listener of the signal"));
            return new Promise(() => {});
          },
        } as never,
        "doomed",
        "{}",
      );
      manager.cancelAll();
      await doomed;
    }
    const result = await manager.execute(tool, "outer", (shapes[place] ?? args) as typeof args);
    const settled = await Promise.all(inner);
    const outer = manager.getExecutionsForToolCall("outer")[0];
    const terminal = events.filter(
      ({ type, detail }) =>
        ["succeeded", "failed", "cancelled"].includes(type) &&
        (detail.execution?.id ?? detail.executionId) === outer?.id,
    );
    const seen = {
      meddled,
      result,
      inner: settled.map(({ success }) => success),
      terminal: terminal.map(({ type }) => type),
    };
    expect(seen.meddled).toBe(1);
    expect(seen.result).toMatchObject({ success: true, output: expect.anything() });
    expect(seen.terminal).toEqual(["succeeded"]);
    expect(seen.inner).toEqual([true, false]);
  });
}

test("a handler may unregister its own tool and cancel itself", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const { tool } = registry.register({
    name: "self",
    description: "Ends itself.",
    schema: {},
    handler: (_, { executionId, signal }) => {
      registry.unregister("self");
      const cancelled = manager.cancel(executionId);
      return { cancelled, aborted: signal.aborted };
    },
  });
  const result = await manager.execute(tool, "1", "{}");
  const seen = { result, left: registry.names };
  expect(seen.result).toMatchObject({ success: false, error: { category: "cancelled" } });
  expect(seen.left).toEqual([]);
});
