/** Managers, executors, retries and results as a user writes them. */

import {
  DEFAULT_RETRY_CONFIG,
  DefaultToolExecutor,
  globalToolRegistry,
  type RateLimitConfig,
  type RegisteredTool,
  ToolExecutionManager,
  type ToolExecutor,
  ToolFailure,
  type ToolStats,
  toolResult,
  ValidatingToolExecutor,
} from "ag-ui-lit";
import { exactly } from "./expect.js";

new ToolExecutionManager();
new ToolExecutionManager(new ValidatingToolExecutor(new DefaultToolExecutor()));
new ToolExecutionManager(
  undefined,
  { ...DEFAULT_RETRY_CONFIG, maxAttempts: 5, jitter: "full" },
  { timeout: 1000, maxConcurrency: 4, circuitBreaker: false, bigIntegers: "bigint" },
);
new ToolExecutionManager(undefined, undefined, {
  rateLimit: { limit: 10, interval: 1000, burst: 1 },
});
// @ts-expect-error a limit has an interval
new ToolExecutionManager(undefined, undefined, { rateLimit: { limit: 10 } });
const frozen: RateLimitConfig = { limit: 1, interval: 50 };
// @ts-expect-error what was given is not changed
frozen.limit = 2;
// @ts-expect-error there is no such jitter
new ToolExecutionManager(undefined, { ...DEFAULT_RETRY_CONFIG, jitter: "some" });
// @ts-expect-error the option is called maxConcurrency
new ToolExecutionManager(undefined, undefined, { concurrency: 4 });

const executor: ToolExecutor = {
  execute: (tool, args, context) => {
    exactly<RegisteredTool>()(tool);
    exactly<Record<string, unknown>>()(args);
    exactly<AbortSignal>()(context.signal);
    return { success: true, result: "done" };
  },
};
using manager = new ToolExecutionManager(executor);
manager.cancelAll();

globalToolRegistry.register({
  name: "search",
  description: "Searches.",
  schema: { type: "object" },
  metadata: {
    idempotent: true,
    timeout: 5000,
    retryConfig: { maxAttempts: 2 },
    circuitBreaker: { failureThreshold: 3 },
    rateLimit: { limit: 5, interval: 1000, onLimit: "refuse" },
    dedupe: "inflight",
    cache: { ttl: 60_000, maxEntries: 10 },
  },
  handler: (_args, { reportProgress, idempotencyKey }) => {
    exactly<string>()(idempotencyKey);
    reportProgress({ percent: 10 });
    throw new ToolFailure("busy", { category: "transient", retryAfter: 500, code: "busy" });
  },
});
// @ts-expect-error there is no such category
new ToolFailure("busy", { category: "busy" });
globalToolRegistry.register({
  name: "draw",
  description: "Draws.",
  schema: {},
  // @ts-expect-error there is only one way to share a run
  metadata: { dedupe: "always" },
  handler: () => toolResult("A chart with 3 bars.", { structured: { bars: [1, 2, 3] } }),
});

globalToolRegistry.register({
  name: "look_up",
  description: "Looks up.",
  schema: {},
  // @ts-expect-error it waits or refuses
  metadata: { rateLimit: { limit: 5, interval: 1000, onLimit: "drop" } },
  handler: () => "",
});

exactly<ToolStats | undefined>()(globalToolRegistry.stats("search"));
exactly<Record<string, ToolStats>>()(globalToolRegistry.allStats());
