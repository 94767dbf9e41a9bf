import { type ProxyTracerProvider, type Tracer, trace } from "@opentelemetry/api";
import { version } from "../core/version.js";
import { ReportOnce } from "../events/report-once.js";
import { watch } from "../execution/execution-watch.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import { measureTools } from "../measure/measure-tools.js";
import { checkOptions, type OptionRules } from "../options/check-options.js";
import { aFlag, hasMethods } from "../options/rules.js";
import { beginSpan } from "./execution-span.js";

/** The options of `traceTools`. */
export interface TraceToolsOptions {
  /** The tracer; by default that of the provider that the page has registered with `@opentelemetry/api`. */
  readonly tracer?: Tracer;
  /**
   * Whether a call's arguments are recorded, and with them the messages of refused arguments, which quote them. They
   * are written by a model or a person.
   * @default false
   */
  readonly recordArguments?: boolean;
  /**
   * Whether the text that the model reads of a success is recorded.
   * @default false
   */
  readonly recordResults?: boolean;
  /**
   * Whether the status has a failure's message, which a handler writes.
   * @default true
   */
  readonly recordErrorMessages?: boolean;
  /**
   * Whether each execution is also an entry of the performance timeline, as by `measureTools` of `ag-ui-lit/measure`.
   * @default false
   */
  readonly measure?: boolean;
}

/**
 * Makes a span of each execution of a manager, by OpenTelemetry's conventions for generative AI (span `execute_tool
 * {name}`), with the times of the execution, in the active context of `execute()`. The handler runs inside the span's
 * context, in every attempt.
 *
 * A tracer's errors do not affect executions, and are reported once. Without a provider or a `tracer`, no span is
 * created.
 *
 * @returns a function that ends it: executions under way keep their spans, later ones have none.
 * @throws {TypeError} if the manager or an option is invalid.
 *
 * @example
 * ```ts
 * const stop = traceTools(manager);
 * await manager.execute(tool, "call-1", { city: "Rome" }); // a span execute_tool forecast
 * stop();
 * ```
 */
export function traceTools(
  manager: ToolExecutionManager,
  options: TraceToolsOptions = {},
): () => void {
  const faults = new ReportOnce("ag-ui-lit/otel: the tracer failed");
  checkOptions("traceTools", options, rules);
  const { tracer, recordArguments = false, recordResults = false } = options;
  const { recordErrorMessages = true, measure = false } = options;
  const spans = new WeakMap();
  const settings = { recordArguments, recordResults, recordErrorMessages, spans, faults };
  const current = tracer ? () => tracer : pageTracer();
  const stopTracing = watch(manager, (execution, request) =>
    faults.guard(() => {
      const made = current();
      return made && beginSpan(settings, made, execution, request);
    }),
  );
  const stopMeasuring = measure ? measureTools(manager) : undefined;
  return () => {
    stopTracing();
    stopMeasuring?.();
  };
}

/** Returns the tracer of the page's provider; `undefined` until there is a provider. */
function pageTracer(): () => Tracer | undefined {
  let tracer: Tracer | undefined;
  return () => {
    if (tracer) return tracer;
    const provider = trace.getTracerProvider();
    // Before one is registered, a provider stands there that hands on to it.
    tracer =
      "getDelegateTracer" in provider
        ? (provider as ProxyTracerProvider).getDelegateTracer("ag-ui-lit", version)
        : provider.getTracer("ag-ui-lit", version);
    return tracer;
  };
}

const rules: OptionRules<TraceToolsOptions> = {
  tracer: ["a Tracer of OpenTelemetry", (value) => hasMethods(value, "startSpan")],
  recordArguments: aFlag,
  recordResults: aFlag,
  recordErrorMessages: aFlag,
  measure: aFlag,
};
