import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { truncate } from "../codec/truncate.js";
import type { ReportOnce } from "../events/report-once.js";
import type { Callee } from "../execution/attempt.js";
import { now } from "../execution/clock.js";
import type { ExecutionHandle } from "../execution/execution-handle.js";
import type { ExecutionWatch, WatchedRequest } from "../execution/execution-watch.js";
import type { ToolError, ToolExecution, ToolExecutionEventMap } from "../execution/types.js";
import { hrTime } from "./hr-time.js";
import { inContext, UnrecordedExecution } from "./in-context.js";
import * as names from "./names.js";
import { tracingAttributes } from "./tracing-attributes.js";

type EventType = keyof ToolExecutionEventMap;
type Detail<Type extends EventType> = ToolExecutionEventMap[Type]["detail"];

/** UTF-16 units of a failure's message that are recorded: nothing else bounds a status. */
const LONGEST_MESSAGE = 2000;

/** Options for recording executions. */
export interface TraceSettings {
  readonly recordArguments: boolean;
  readonly recordResults: boolean;
  readonly recordErrorMessages: boolean;
  /** The spans, by their executions. */
  readonly spans: WeakMap<ExecutionHandle, SpanContext>;
  readonly faults: ReportOnce;
}

/** The recorded parts of a failure. */
interface FailureAttributes {
  readonly [names.ERROR_TYPE]: string;
  readonly [names.ERROR_CATEGORY]: string;
  readonly [names.ERROR_MESSAGE]?: string;
}

/** The active context; without a span in it, the trace of the request whose answer contained the call. */
function parentOf({ origin: { run } }: WatchedRequest): Context {
  const active = context.active();
  const [, traceId = "", spanId = "", flags = ""] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/.exec(run?.traceparent ?? "") ?? [];
  const sent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  const isOpen = trace.getSpanContext(active) === undefined && isSpanContextValid(sent);
  return isOpen ? trace.setSpanContext(active, sent) : active;
}

/**
 * Begins the span of an execution, in the active context, or in the trace of its run. An execution without a valid span
 * is not watched, and one that is not recorded costs no further work.
 *
 * Passes on the tracer's errors.
 */
export function beginSpan(
  settings: TraceSettings,
  tracer: Tracer,
  execution: ExecutionHandle,
  request: WatchedRequest,
): ExecutionWatch | undefined {
  const { tool, toolCallId, args } = request;
  const parent = parentOf(request);
  const attributes: Attributes = {
    [names.OPERATION]: names.EXECUTE_TOOL,
    [names.TOOL_NAME]: tool.name,
    [names.TOOL_DESCRIPTION]: tool.description,
    [names.TOOL_TYPE]: "function",
    [names.CALL_ID]: toolCallId,
    // Without arguments, and as a blank text, they are an empty object.
    ...(settings.recordArguments && {
      [names.CALL_ARGUMENTS]: args.text.trim() ? args.text : "{}",
    }),
  };
  const startTime = hrTime(execution.record().timing.queuedAt);
  const span = tracer.startSpan(
    `${names.EXECUTE_TOOL} ${tool.name}`,
    { kind: SpanKind.INTERNAL, startTime, attributes },
    parent,
  );
  const active = trace.setSpan(parent, span);
  settings.faults.guard(() => settings.spans.set(execution, span.spanContext()));
  if (settings.faults.guard(() => span.isRecording()) !== false) {
    return new ExecutionSpan({ settings, tracer, span, active, execution, request });
  }
  span.end();
  return isSpanContextValid(span.spanContext())
    ? new UnrecordedExecution(active, settings.faults)
    : undefined;
}

/** The dependencies of a span. */
interface Begun {
  readonly settings: TraceSettings;
  readonly tracer: Tracer;
  readonly span: Span;
  readonly active: Context;
  readonly execution: ExecutionHandle;
  readonly request: WatchedRequest;
}

/** The span of one execution. */
class ExecutionSpan implements ExecutionWatch {
  readonly #settings: TraceSettings;
  readonly #tracer: Tracer;
  readonly #execution: ExecutionHandle;
  readonly #request: WatchedRequest;
  readonly #span: Span;
  readonly #context: Context;
  /** The times of attempts' timeouts, by their number: their handlers may still run. */
  readonly #timedOutAt = new Map<number, number>();
  #waitsSince: number | undefined;
  #isFollower = false;
  #hasEnded = false;

  constructor({ settings, tracer, span, active, execution, request }: Begun) {
    this.#settings = settings;
    this.#tracer = tracer;
    this.#span = span;
    this.#context = active;
    this.#execution = execution;
    this.#request = request;
    void this.#endAtLast();
  }

  heard<Type extends EventType>(type: Type, detail: Detail<Type>): void {
    const { faults } = this.#settings;
    faults.guard(() => this.#endWait());
    faults.guard(() => this.#hear(type, detail));
  }

  waits(): void {
    this.#waitsSince ??= now();
  }

  accepted(args: unknown): void {
    const { faults } = this.#settings;
    faults.guard(() => this.#span.setAttributes(tracingAttributes(this.#request.tool, args)));
  }

  follows(leader: ExecutionHandle): void {
    this.#isFollower = true;
    const { faults, spans } = this.#settings;
    faults.guard(() => {
      this.#span.setAttribute(names.SHARED, true);
      const context = spans.get(leader);
      if (context) this.#span.addLink({ context });
    });
  }

  around(callee: Callee): Callee {
    return inContext(callee, this.#context, this.#settings.faults);
  }

  #hear<Type extends EventType>(type: Type, detail: Detail<Type>): void {
    switch (type) {
      case "tool-execution-executing":
        this.#attempt(detail as Detail<"tool-execution-executing">);
        break;
      case "tool-execution-retrying":
        this.#retry(detail as Detail<"tool-execution-retrying">);
        break;
      case "tool-execution-orphan-settled":
        this.#orphan(detail as Detail<"tool-execution-orphan-settled">);
        break;
      case "tool-execution-succeeded":
      case "tool-execution-failed":
      case "tool-execution-cancelled":
        this.#end(this.#execution.record());
    }
  }

  #attempt({ attemptNumber }: Detail<"tool-execution-executing">): void {
    // The first attempt of a follower is another execution's.
    if (this.#isFollower && attemptNumber === 1) return;
    this.#event(names.ATTEMPT_EVENT, { [names.ATTEMPT_NUMBER]: attemptNumber });
  }

  #retry({ attemptNumber, delayMs, error }: Detail<"tool-execution-retrying">): void {
    if (error.category === "timeout") this.#timedOutAt.set(attemptNumber - 1, now());
    this.#event(names.RETRY_EVENT, {
      [names.ATTEMPT_NUMBER]: attemptNumber,
      [names.RETRY_DELAY]: delayMs,
      ...this.#failure(error),
    });
  }

  /** An event of its own would come too late where the span has ended, so it is a span in any case. */
  #orphan(detail: Detail<"tool-execution-orphan-settled">): void {
    const { toolName, attemptNumber, outcome, result, error } = detail;
    const attributes: Attributes = {
      [names.TOOL_NAME]: toolName,
      [names.ATTEMPT_NUMBER]: attemptNumber,
      [names.OUTCOME]: outcome,
      ...this.#resultOf(result),
      ...(error && this.#failure(error)),
    };
    const end = now();
    const startTime = hrTime(this.#timedOutAt.get(attemptNumber) ?? end);
    this.#tracer
      .startSpan(
        `${names.ORPHAN} ${toolName}`,
        { kind: SpanKind.INTERNAL, startTime, attributes },
        this.#context,
      )
      .end(hrTime(end));
  }

  #end({ status, result, error, retry, cached, timing }: ToolExecution): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const endedAt = timing.completedAt ?? now();
    if (error?.category === "timeout") this.#timedOutAt.set(retry.attemptNumber, endedAt);
    const { faults } = this.#settings;
    faults.guard(() =>
      this.#span.setAttributes({
        [names.ATTEMPTS]: this.#isFollower ? 0 : retry.attemptNumber,
        ...(cached && { [names.CACHED]: true }),
        ...(status === "succeeded" && this.#resultOf(result)),
      }),
    );
    if (error) this.#fail(error);
    faults.guard(() => this.#span.end(hrTime(endedAt)));
  }

  #fail(error: ToolError): void {
    const { faults } = this.#settings;
    const { [names.ERROR_MESSAGE]: message, ...attributes } = this.#failure(error);
    faults.guard(() => this.#span.setAttributes(attributes));
    const status = { code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) };
    faults.guard(() => this.#span.setStatus(status));
  }

  /** Ends the span of an execution without an end event: the core has stopped, for example. */
  async #endAtLast(): Promise<void> {
    const result = await this.#execution.done;
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (!result.success) this.#fail(result.error);
    this.#settings.faults.guard(() => this.#span.end(hrTime(now())));
  }

  #endWait(): void {
    const since = this.#waitsSince;
    if (since === undefined) return;
    this.#waitsSince = undefined;
    this.#span.addEvent(names.WAIT_EVENT, { [names.WAIT_DURATION]: now() - since }, hrTime(since));
  }

  #event(name: string, attributes: Attributes): void {
    this.#span.addEvent(name, attributes, hrTime(now()));
  }

  /** Messages about refused arguments quote them, so they are treated like arguments. */
  #failure(error: ToolError): FailureAttributes {
    const { code, category, message } = error;
    const { recordArguments, recordErrorMessages } = this.#settings;
    const isRecorded = recordErrorMessages && (recordArguments || category !== "validation");
    return {
      [names.ERROR_TYPE]: code ?? category,
      [names.ERROR_CATEGORY]: category,
      ...(isRecorded && { [names.ERROR_MESSAGE]: truncate(message, LONGEST_MESSAGE) }),
    };
  }

  #resultOf(result: string | undefined): Attributes {
    const { recordResults } = this.#settings;
    return recordResults && result !== undefined ? { [names.CALL_RESULT]: result } : {};
  }
}
