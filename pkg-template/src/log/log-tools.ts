import { describe } from "../codec/describe.js";
import { read } from "../codec/safe-read.js";
import { ReportOnce } from "../events/report-once.js";
import { watchNotRun } from "../execution/calls-not-run.js";
import { watch } from "../execution/execution-watch.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import { addRunHeaders, type RunHeaders } from "../execution/run-of-calls.js";
import { checkOptions, type OptionRules } from "../options/check-options.js";
import { OptionError } from "../options/option-error.js";
import { aFunction } from "../options/rules.js";
import type { RunOfCalls } from "../tools/call-origin.js";
import {
  Correlation,
  type CorrelationRule,
  isCorrelationId,
  traceparentOf,
  whatItMustBe,
} from "./correlation.js";
import { ExecutionLog } from "./execution-log.js";
import { LineQueue } from "./line-queue.js";
import { logNotRun } from "./not-run-log.js";
import { aRedaction, redactionOf } from "./redaction.js";
import { type Redaction, Redactor, type RedactRule } from "./redactor.js";
import { aSink, type LogSink, type Write, writerOf } from "./sink.js";

/** The options of `logTools`. */
export interface LogToolsOptions {
  /** Gets each line of JSON. */
  readonly sink: LogSink;
  /** Redaction in addition to the rules that always apply; or a function that is called for each remaining value. */
  readonly redact?: Redaction | RedactRule;
  /**
   * The correlation id of a run's records: a text, or a function of the run. By default the id of the first run that
   * the user's message caused.
   */
  readonly correlationId?: string | CorrelationRule;
  /**
   * The header by which an `<ag-ui-agent>` with this manager sends the correlation id to its backend, such as
   * `"x-correlation-id"`. With `"traceparent"` the id is that of a W3C trace, which spans of `ag-ui-lit/otel` then
   * belong to. None by default: a backend of another origin must allow it.
   */
  readonly correlationHeader?: string;
  /** Called with the number of lost records so far, whenever one is lost. */
  readonly onLost?: (lost: number) => void;
}

/** Ends a log when it is called or disposed of: executions under way are still logged, later ones are not. */
export interface ToolLog extends Disposable {
  (): void;
  /**
   * Records that the sink did not take, or that came while a thousand waited for it. A line of the log reports them as
   * well.
   */
  readonly lost: number;
  /** Resolves when the sink has all that was logged so far; never for a sink that never answers. */
  flush(): Promise<void>;
}

/**
 * Logs each execution of a manager: a line of JSON when it begins, and one when it ends, without the secrets in them;
 * and a line for each call that was answered without an execution, for example since its tool is unknown or a person
 * declined it.
 *
 * A sink that is slow, throws or rejects disturbs no execution. Records that it does not take are counted, and a line
 * has their number.
 *
 * @returns a function that ends it.
 * @throws {TypeError} if the manager or an option is invalid.
 *
 * @example
 * ```ts
 * const stop = logTools(agent.manager, { sink: (line) => console.log(line) });
 * ```
 */
export function logTools(manager: ToolExecutionManager, options: LogToolsOptions): ToolLog {
  checkOptions("logTools", options, rules);
  const { sink, redact = {}, correlationId, correlationHeader, onLost = () => {} } = options;
  const redaction = redactionOf("logTools", redact);
  const write = writerOf(sink) as Write;
  const page = new ReportOnce("ag-ui-lit/log: a function that the page gave failed");
  const tell = (thrown: unknown): void => page.tell(thrown);
  const queue = new LineQueue(write, new ReportOnce("ag-ui-lit/log: the sink failed"), onLost);
  const correlation = new Correlation(correlationId, tell);
  const settings = { queue, redactor: new Redactor(redaction, tell), correlation };
  const stopWatching = watch(manager, (execution, request) =>
    page.guard(() => new ExecutionLog(settings, execution, request)),
  );
  const stopNotRun = watchNotRun(manager, (call) => page.guard(() => logNotRun(settings, call)));
  const stopHeaders =
    correlationHeader === undefined
      ? undefined
      : askForHeaders(manager, (run) => headersOf(correlationHeader, correlation, run));
  const stop = (): void => {
    stopWatching();
    stopNotRun();
    stopHeaders?.();
  };
  return Object.defineProperties(() => stop(), {
    lost: { get: () => queue.lost, enumerable: true },
    flush: { value: () => queue.flush(), enumerable: true },
    [Symbol.dispose ?? Symbol("dispose")]: { value: stop },
  }) as ToolLog;
}

/** Headers that can't be chosen: they describe the request. */
const fixed = ["accept", "content-type", "content-length", "cookie", "host"];

const rules: OptionRules<LogToolsOptions> = {
  sink: aSink,
  redact: aRedaction,
  correlationId: [
    `a ${whatItMustBe}, or a function of the run`,
    (value) => typeof value === "function" || isCorrelationId(value),
  ],
  correlationHeader: [
    'the name of a header that a page may set, such as "x-correlation-id"',
    (value) =>
      typeof value === "string" &&
      /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(value) &&
      !fixed.includes(value.toLowerCase()),
  ],
  onLost: aFunction,
};

function askForHeaders(manager: object, headers: RunHeaders): () => void {
  const method = read(manager, addRunHeaders);
  if (typeof method === "function") return Reflect.apply(method, manager, [headers]);
  throw new OptionError(`correlationHeader can't be sent by ${describe(manager)}`);
}

function headersOf(name: string, ids: Correlation, run: RunOfCalls): Record<string, string> {
  const id = ids.of(run);
  const value = name.toLowerCase() === "traceparent" ? traceparentOf(id, run) : id;
  return value !== undefined && isCorrelationId(value) ? { [name.toLowerCase()]: value } : {};
}
