import type { Callee } from "../execution/attempt.js";
import { now } from "../execution/clock.js";
import type { ExecutionHandle } from "../execution/execution-handle.js";
import type { ExecutionWatch, WatchedRequest } from "../execution/execution-watch.js";
import type { ToolExecution, ToolExecutionEventMap } from "../execution/types.js";
import { deepFreeze } from "../tools/deep-freeze.js";
import type { Correlation } from "./correlation.js";
import type { LineQueue } from "./line-queue.js";
import type { ToolLogEvent, ToolLogRecord } from "./record.js";
import type { Redactor } from "./redactor.js";
import { Secrets } from "./secrets.js";

type EventType = keyof ToolExecutionEventMap;

/** Options for logging executions. */
export interface LogSettings {
  readonly queue: LineQueue;
  readonly redactor: Redactor;
  readonly correlation: Correlation;
}

/** The end of a call in a record. */
interface End {
  readonly event: ToolLogEvent;
  readonly endedAt: number;
  readonly result?: string | undefined;
  readonly error?: string | undefined;
}

/**
 * Logs one execution: its start and its end. Events are only stored; the records are made later, so that neither the
 * page's rules nor long arguments delay anything.
 */
export class ExecutionLog implements ExecutionWatch {
  readonly #settings: LogSettings;
  readonly #execution: ExecutionHandle;
  readonly #request: WatchedRequest;
  readonly #began = now();
  readonly #given: Readonly<Record<string, unknown>>;
  #args: unknown;
  #hasArgs = false;
  /** The secrets of the arguments, which are hidden in the error, too. */
  readonly #secrets = new Secrets();
  #hasEnded = false;

  constructor(settings: LogSettings, execution: ExecutionHandle, request: WatchedRequest) {
    this.#settings = settings;
    this.#execution = execution;
    this.#request = request;
    this.#given = execution.record().args;
    void this.#endAtLast();
  }

  heard<Type extends EventType>(type: Type): void {
    switch (type) {
      case "tool-execution-started":
        this.#push({ event: "tool_invocation_started", endedAt: Number.NaN });
        break;
      case "tool-execution-succeeded":
      case "tool-execution-failed":
      case "tool-execution-cancelled":
        this.#end(this.#execution.record());
    }
  }

  waits(): void {}

  accepted(): void {}

  follows(): void {}

  around(callee: Callee): Callee {
    return callee;
  }

  #end({ status, result, error, timing }: ToolExecution): void {
    const endedAt = timing.completedAt ?? now();
    if (status === "succeeded") this.#log({ event: "tool_invocation_success", endedAt, result });
    else this.#log({ event: "tool_invocation_error", endedAt, error: error?.message });
  }

  /** Logs the end of an execution without an end event: the core has stopped, for example. */
  async #endAtLast(): Promise<void> {
    const outcome = await this.#execution.done;
    const endedAt = now();
    if (outcome.success) {
      this.#log({ event: "tool_invocation_success", endedAt, result: outcome.result });
    } else {
      const { message } = outcome.error;
      this.#log({ event: "tool_invocation_error", endedAt, error: message });
    }
  }

  /** The end, once. */
  #log(end: End): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#push(end);
  }

  #push(end: End): void {
    const time = new Date();
    this.#settings.queue.push(() => this.#record(end, time));
  }

  #record({ event, endedAt, result, error }: End, time: Date): ToolLogRecord {
    const { redactor, correlation } = this.#settings;
    const { tool, origin } = this.#request;
    const { run } = origin;
    // First: the error may quote their secrets.
    const args = this.#shownArgs(redactor);
    return {
      correlationId: correlation.of(run),
      operationId: run?.runId ?? this.#execution.id,
      toolInvocationId: this.#execution.id,
      event,
      tool: tool.id ?? tool.name,
      args,
      ...(event !== "tool_invocation_started" && { latency: milliseconds(endedAt - this.#began) }),
      ...(event === "tool_invocation_success" && { resultSize: bytesOf(result ?? "") }),
      ...(event === "tool_invocation_error" && {
        error: redactor.text(error ?? "It could not be run.", ["error"], this.#secrets),
      }),
      timestamp: time.toISOString(),
    };
  }

  /** Both records have the same, which is made once. */
  #shownArgs(redactor: Redactor): unknown {
    if (this.#hasArgs) return this.#args;
    this.#args = deepFreeze(
      shownArgs(redactor, this.#given, this.#request.args.text, this.#secrets),
    );
    this.#hasArgs = true;
    return this.#args;
  }
}

/** Arguments without secrets: as they were read, or their text where it could not be. */
export function shownArgs(
  redactor: Redactor,
  given: Readonly<Record<string, unknown>>,
  text: string,
  secrets: Secrets,
): unknown {
  const isReadable = Object.keys(given).length > 0 || /^\s*(?:\{\s*\}\s*)?$/.test(text);
  return isReadable ? redactor.args(given, secrets) : redactor.text(text, ["args"], secrets);
}

function milliseconds(time: number): number {
  return Math.round(Math.max(0, time) * 10) / 10;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
