/** Tracing as a user writes it. */
import { type Tracer, trace } from "@opentelemetry/api";
import { globalToolRegistry, ToolExecutionManager, type TracingAttributes } from "ag-ui-lit";
import { measureTools } from "ag-ui-lit/measure";
import { type TraceToolsOptions, traceTools } from "ag-ui-lit/otel";
import { z } from "zod";
import { exactly } from "./expect.js";

const manager = new ToolExecutionManager();
const tracer: Tracer = trace.getTracer("page");
exactly<() => void>()(traceTools(manager));
exactly<() => void>()(measureTools(manager));
const all: TraceToolsOptions = {
  tracer,
  recordArguments: true,
  recordResults: true,
  recordErrorMessages: false,
  measure: true,
};
traceTools(manager, all);
// @ts-expect-error the option is called recordArguments
traceTools(manager, { recordArgs: true });
// @ts-expect-error a tracer, not its name
traceTools(manager, { tracer: "page" });
// @ts-expect-error a manager, not a registry
traceTools(globalToolRegistry);

globalToolRegistry.register({
  name: "forecast",
  description: "Forecasts.",
  schema: z.object({ city: z.string(), days: z.number() }),
  metadata: {
    tracing: (args) => {
      exactly<{ city: string; days: number }>()(args);
      return { "shop.city": args.city, "shop.days": [args.days], "shop.none": undefined };
    },
  },
  handler: (_args, { deadline }) => exactly<number | undefined>()(deadline),
});
globalToolRegistry.register({
  name: "broken",
  description: "Broken.",
  schema: z.object({ city: z.string() }),
  // @ts-expect-error an attribute is no object
  metadata: { tracing: ({ city }) => ({ place: { city } }) },
  handler: () => "",
});
globalToolRegistry.register({
  name: "late",
  description: "Late.",
  schema: z.object({ city: z.string() }),
  // @ts-expect-error attributes are said at once
  metadata: { tracing: async ({ city }) => ({ city }) },
  handler: () => "",
});
const attributes: TracingAttributes = { text: "a", list: [1, 2], flag: true };
globalToolRegistry.register({
  name: "plain",
  description: "Plain.",
  schema: { type: "object" },
  metadata: { tracing: () => attributes },
  handler: () => "",
});
