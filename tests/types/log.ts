/** The log, ids and caches as a user writes them. */
import {
  globalToolRegistry,
  type ResultStore,
  type StoredResult,
  ToolExecutionManager,
} from "ag-ui-lit";
import {
  consoleSink,
  indexedDbStore,
  type LogToolsOptions,
  logTools,
  memoryStore,
  type ToolLog,
  type ToolLogRecord,
} from "ag-ui-lit/log";
import { z } from "zod";
import { exactly } from "./expect.js";

const manager = new ToolExecutionManager();
exactly<ToolLog>()(logTools(manager, { sink: consoleSink() }));
const stop: () => void = logTools(manager, { sink: new WritableStream<string>() });
const { lost, flush } = logTools(manager, { sink: async (line) => line.length });
exactly<number>()(lost);
exactly<() => Promise<void>>()(flush);
const all: LogToolsOptions = {
  sink: (line, record) => {
    exactly<string>()(line);
    if (record.event === "log_records_lost") exactly<number>()(record.count);
    else {
      exactly<ToolLogRecord>()(record);
      exactly<string | undefined>()(record.code);
    }
  },
  redact: {
    keys: ["a", /b/],
    patterns: [/c/],
    emails: true,
    values: (value, path) => path.length && value,
  },
  correlationId: (run) => run?.threadId,
  correlationHeader: "x-correlation-id",
  onLost: (lost) => lost.toFixed(),
};
logTools(manager, all);
logTools(manager, { ...all, redact: (value) => value, correlationId: "order-1" });
// @ts-expect-error a sink is needed
logTools(manager, {});
// @ts-expect-error the option is called redact
logTools(manager, { sink: consoleSink(), redacted: {} });
// @ts-expect-error a manager, not a registry
logTools(globalToolRegistry, { sink: consoleSink() });

const own: ResultStore = {
  get: async (key) => key.length,
  set: (key, result, { maxEntries }) => {
    exactly<StoredResult>()(result);
    return [key, maxEntries];
  },
  delete: () => undefined,
};
for (const store of [own, memoryStore(), indexedDbStore({ name: "flights" })]) {
  const { tool } = globalToolRegistry.register({
    id: "flights-mcp::search-flights",
    name: "search_flights",
    description: "Searches.",
    schema: z.object({ origin: z.string(), cabin: z.string().default("economy") }),
    metadata: {
      idempotent: true,
      cache: {
        ttl: 1000,
        maxEntries: 10,
        store,
        key: (args, context) => {
          exactly<{ origin: string; cabin: string }>()(args);
          exactly<string | undefined>()(context.toolId);
          return args.origin === "" ? undefined : args.origin;
        },
      },
    },
    handler: ({ cabin }) => cabin,
  });
  exactly<string | undefined>()(tool.id);
}
globalToolRegistry.register({
  name: "broken",
  description: "Broken.",
  schema: z.object({ origin: z.string() }),
  metadata: {
    idempotent: true,
    cache: {
      ttl: 1,
      maxEntries: 1,
      // @ts-expect-error a key is a text
      key: ({ origin }) => origin.length,
    },
  },
  handler: () => "",
});
// @ts-expect-error a store has all three
const half: ResultStore = { get: () => 1 };
export const used = [stop, half];
