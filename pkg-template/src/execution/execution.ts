import type { CoreToolError } from "../core/raw.js";
import { ArgumentsValue, readableText } from "./arguments.js";
import { now } from "./clock.js";
import type { ExecutionHandle } from "./execution-handle.js";
import type { ExecutionHost, ExecutionRequest } from "./execution-host.js";
import type { ExecutionWatch } from "./execution-watch.js";
import type { HandlerResult } from "./handler-result.js";
import { recordOf } from "./record.js";
import { type StructuredToolResult, structuredResultOf } from "./structured-result.js";
import type { ToolError, ToolExecution, ToolExecutionResult } from "./types.js";

/** One execution in the core: its request, its arguments, its result, and its record. */
export abstract class Execution implements ExecutionHandle {
  readonly id: string;
  /** The core's number of it. */
  readonly key: number;
  readonly toolName: string;
  readonly request: ExecutionRequest;
  readonly host: ExecutionHost;
  readonly args: ArgumentsValue;
  readonly queuedAt: number;
  readonly done: Promise<ToolExecutionResult>;
  /** Whether its result is decided. */
  isOver = false;
  /** The handler's result, once it has succeeded. */
  result: HandlerResult | undefined;
  /** The observer of this execution, such as a tracer; set before it starts. */
  watch: ExecutionWatch | undefined;
  /** The thrown value behind its error. */
  cause: { readonly thrown: unknown } | undefined;
  /** The output of the validator, for the handler. */
  accepted: { readonly value: unknown } | undefined;
  #resolve: (result: ToolExecutionResult) => void = () => {};

  constructor(host: ExecutionHost, request: ExecutionRequest) {
    this.host = host;
    this.request = request;
    this.toolName = request.tool.name;
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.queuedAt = now();
    const key = begin(host, request, this.queuedAt);
    this.key = key;
    this.id = host.ids.of(key);
    const { text, streamed } = request.args;
    try {
      this.args = new ArgumentsValue(
        text,
        host.maxDepth,
        readableText(host.raw, key, text),
        host.keepsBigIntegers ? () => host.raw.bigIntegers(key).intoObjects() : undefined,
        streamed?.value,
      );
    } catch (thrown) {
      // Its end is not announced, so it must not keep a slot.
      host.raw.cancel(key, undefined, this.queuedAt);
      throw thrown;
    }
  }

  /** The execution as it is now. */
  record(): ToolExecution {
    return recordOf(this.host.raw, this.key, {
      id: this.id,
      toolCallId: this.request.toolCallId,
      toolName: this.toolName,
      args: this.args.shown,
      text: this.result?.text ?? "null",
      withCause: (error) => this.#withCause(error),
    });
  }

  /** Its structured result; `undefined` before its end, or if it ended before `since`. */
  structured(since: number): StructuredToolResult | undefined {
    const endedAt = this.host.raw.completedAt(this.key);
    if (!(endedAt >= since)) return undefined;
    return structuredResultOf(this.record(), endedAt, this.result, this.cause?.thrown);
  }

  /** Its error, if it has one. */
  get error(): ToolError | undefined {
    const error = this.host.raw.error(this.key)?.intoObject();
    return error && this.#withCause(error);
  }

  /** Settles `done`. The first result counts. */
  protected resolve(result: ToolExecutionResult): void {
    this.#resolve(result);
  }

  #withCause(error: CoreToolError): ToolError {
    return this.cause ? { ...error, cause: this.cause.thrown } : error;
  }
}

/** Hands an execution to the core. Returns its key. */
function begin({ raw }: ExecutionHost, request: ExecutionRequest, at: number): number {
  const { compiled, args, context } = request;
  const key = args.streamed
    ? raw.beginStreamed(compiled.raw, args.streamed.raw, at)
    : raw.begin(compiled.raw, args.text, at);
  // The result does not depend on the arguments alone.
  if (context) raw.keepApart(key);
  return key;
}
