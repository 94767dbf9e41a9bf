import { type Tracer, trace } from "@opentelemetry/api";
import { describe } from "../codec/describe.js";
import { isObject, read } from "../codec/safe-read.js";
import { version } from "../core/version.js";
import { ReportOnce } from "../events/report-once.js";
import { watch } from "../execution/execution-watch.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import { measureTools } from "../measure/measure-tools.js";
import { OptionError } from "../options/options.js";
import { ExecutionSpan } from "./execution-span.js";

/** What `traceTools` records, and by what. */
export interface TraceToolsOptions {
  /** What makes the spans; that of the provider which the page has registered with `@opentelemetry/api` when absent. */
  readonly tracer?: Tracer;
  /**
   * Whether a call's arguments are recorded, and with them the messages of refused arguments, which quote them. They are
   * what a model or a person wrote.
   * @default false
   */
  readonly recordArguments?: boolean;
  /**
   * Whether the text that the model reads of a success is recorded.
   * @default false
   */
  readonly recordResults?: boolean;
  /**
   * Whether the message of a failure is the status's. A handler decides what its errors say.
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
 * Makes a span of each execution of a manager, after OpenTelemetry's conventions for generative AI: `execute_tool {name}`,
 * with the times of the execution, under what is active when `execute()` is called. The handler runs inside the span's
 * context, in every attempt.
 *
 * What a tracer throws disturbs no execution and is reported once.
 *
 * @returns a function that ends it: executions under way keep their spans, what begins later has none.
 * @throws {TypeError} when the manager is none, or an option is not as it must be.
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
  const settings = {
    tracer: tracerOf(options.tracer),
    recordArguments: flag("recordArguments", options.recordArguments, false),
    recordResults: flag("recordResults", options.recordResults, false),
    recordErrorMessages: flag("recordErrorMessages", options.recordErrorMessages, true),
    spans: new WeakMap(),
    faults,
  };
  const isMeasured = flag("measure", options.measure, false);
  const stopTracing = watch(manager, (execution, request) =>
    faults.guard(() => new ExecutionSpan(settings, execution, request)),
  );
  const stopMeasuring = isMeasured ? measureTools(manager) : undefined;
  return () => {
    stopTracing();
    stopMeasuring?.();
  };
}

function tracerOf(given: unknown): Tracer {
  if (given === undefined) return trace.getTracer("ag-ui-lit", version);
  if (isObject(given) && typeof read(given, "startSpan") === "function") return given as Tracer;
  throw new OptionError(`tracer must be a Tracer of OpenTelemetry, but is ${describe(given)}`);
}

function flag(option: string, given: unknown, otherwise: boolean): boolean {
  if (given === undefined) return otherwise;
  if (typeof given === "boolean") return given;
  throw new OptionError(`${option} must be true or false, but is ${describe(given)}`);
}
