import {
  type CoreToolError,
  RawDirective,
  type RawExecutionManager,
  RawReading,
} from "../core/raw.js";
import type { CompiledTool } from "../tools/define.js";
import type { RegisteredTool, ToolExecutionContext } from "../tools/types.js";
import { type ArgumentsText, ArgumentsValue } from "./arguments.js";
import { argumentsErrorOf, categorizeError } from "./categorize-error.js";
import { now } from "./clock.js";
import { executionId } from "./execution-id.js";
import { readHandlerResult } from "./handler-result.js";
import { describe } from "./thrown.js";
import type {
  ToolError,
  ToolExecution,
  ToolExecutionEventMap,
  ToolExecutionResult,
} from "./types.js";

type EventType = keyof ToolExecutionEventMap;
type Detail<Type extends EventType> = ToolExecutionEventMap[Type]["detail"];

/** What a run needs of its manager. */
export interface RunHost {
  readonly raw: RawExecutionManager;
  /** Dispatches an event; its detail is made only when somebody listens. */
  emit<Type extends EventType>(type: Type, detail: () => Detail<Type>): void;
  /** The run has ended. */
  retire(run: Run): void;
}

/** What to run. */
export interface RunOrder {
  readonly tool: RegisteredTool;
  readonly compiled: CompiledTool;
  readonly toolCallId: string;
  readonly args: ArgumentsText;
  readonly signal: AbortSignal | undefined;
}

/**
 * Drives one execution. The core decides what comes next; this half calls the page's code (validator, handler,
 * listeners) and reports what came of it. Any of that code may cancel the execution, so each step asks the core
 * again, which ignores what comes too late.
 */
export class Run {
  readonly id = executionId();
  readonly key: number;
  readonly result: Promise<ToolExecutionResult>;
  readonly #host: RunHost;
  readonly #order: RunOrder;
  readonly #args: ArgumentsValue;
  readonly #toolName: string;
  readonly #onAbort = (): void => void this.cancel(reasonOf(this.#order.signal));
  #resolve: (result: ToolExecutionResult) => void = () => {};
  #controller: AbortController | undefined;
  #accepted: unknown;
  #output: unknown;
  #text = "";
  #cause: { readonly thrown: unknown } | undefined;

  constructor(host: RunHost, order: RunOrder) {
    this.#host = host;
    this.#order = order;
    const { tool, compiled, toolCallId, args } = order;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.key = host.raw.begin(this.id, toolCallId, compiled.raw, args.text, now());
    this.#args = new ArgumentsValue(this.#readableText());
    this.#toolName = tool.name;
  }

  /** Goes as far as it can without waiting. */
  start(): void {
    const { signal } = this.#order;
    this.#host.emit("tool-execution-started", () => ({ execution: this.record() }));
    if (signal?.aborted) this.cancel(reasonOf(signal));
    else signal?.addEventListener("abort", this.#onAbort, { once: true });
    this.#follow(this.#host.raw.admit(this.key, now()));
  }

  /** Stops it, wherever it is. Says whether there was something to stop. */
  cancel(reason?: string): boolean {
    const directive = this.#host.raw.cancel(this.key, reason, now());
    this.#follow(directive);
    return directive !== RawDirective.Ignore;
  }

  /** The execution as it is now. */
  record(): ToolExecution {
    const record = this.#host.raw.record(this.key);
    if (!record) throw new Error(`ag-ui-lit: execution ${this.id} is not known to the core.`);
    const { error, ...rest } = record;
    return Object.freeze({
      ...rest,
      args: this.#args.shown,
      ...(rest.status === "succeeded" && { result: this.#text }),
      ...(error && { error: this.#withCause(error) }),
    });
  }

  #follow(directive: RawDirective): void {
    switch (directive) {
      case RawDirective.Validate:
        this.#validate();
        break;
      case RawDirective.AskTool:
        this.#askTool();
        break;
      case RawDirective.Execute:
        this.#execute();
        break;
      case RawDirective.Succeed:
      case RawDirective.Fail:
      case RawDirective.Cancel:
        this.#end(directive);
        break;
      case RawDirective.Ignore:
        break;
    }
  }

  #validate(): void {
    const { args } = this.#order;
    this.#host.emit("tool-execution-validating", () => ({
      executionId: this.id,
      toolName: this.#toolName,
      args: this.#args.shown,
      argsText: args.text,
    }));
    if (args.fault === undefined) this.#follow(this.#host.raw.validate(this.key, now()));
    else this.#reject({ category: "validation", message: args.fault, retryable: false });
  }

  #askTool(): void {
    const validate = this.#order.compiled.validate;
    type Verdict = Awaited<ReturnType<NonNullable<typeof validate>>>;
    const settle = (verdict: Verdict): void => {
      if (verdict.issues) {
        this.#reject(argumentsErrorOf(verdict.issues));
        return;
      }
      this.#accepted = verdict.value;
      this.#follow(this.#host.raw.accept(this.key, now()));
    };
    const fail = (thrown: unknown): void => {
      this.#cause = { thrown };
      const message = `The tool's schema could not check the arguments: ${describe(thrown)}`;
      this.#reject({ category: "validation", message, retryable: false });
    };
    attempt(() => validate?.(this.#args.fresh()) as Verdict | Promise<Verdict>, settle, fail);
  }

  #reject(error: CoreToolError): void {
    this.#follow(this.#host.raw.reject(this.key, error, now()));
  }

  #execute(): void {
    const { tool, compiled } = this.#order;
    const context = this.#context();
    this.#host.emit("tool-execution-executing", () => ({
      executionId: this.id,
      toolName: this.#toolName,
      attemptNumber: context.attemptNumber,
    }));
    if (context.signal.aborted) return;
    const args = compiled.validate ? this.#accepted : this.#args.fresh();
    const succeed = (value: unknown): void => {
      const { text, output } = readHandlerResult(value);
      this.#output = output;
      this.#text = text;
      this.#follow(this.#host.raw.succeed(this.key, now()));
    };
    const fail = (thrown: unknown): void => {
      this.#cause = { thrown };
      const { cause, ...error } = categorizeError(thrown, "execution");
      this.#follow(this.#host.raw.fail(this.key, error, now()));
    };
    attempt(() => tool.handler(args as never, context), succeed, fail);
  }

  #context(): ToolExecutionContext {
    this.#controller = new AbortController();
    const retry = this.#host.raw.record(this.key)?.retry;
    return {
      executionId: this.id,
      toolCallId: this.#order.toolCallId,
      toolName: this.#toolName,
      signal: this.#controller.signal,
      attemptNumber: retry?.attemptNumber ?? 1,
      maxAttempts: retry?.maxAttempts ?? 1,
    };
  }

  #end(directive: RawDirective.Succeed | RawDirective.Fail | RawDirective.Cancel): void {
    this.#order.signal?.removeEventListener("abort", this.#onAbort);
    if (directive === RawDirective.Cancel) this.#cause = undefined;
    const error = this.#error();
    this.#resolve(
      error
        ? { success: false, error }
        : { success: true, result: this.#text, output: this.#output },
    );
    if (directive === RawDirective.Cancel) {
      this.#controller?.abort(new DOMException(error?.message, "AbortError"));
    }
    this.#announceEnd(directive, error);
    this.#host.retire(this);
  }

  #announceEnd(directive: RawDirective, error: ToolError | undefined): void {
    if (directive === RawDirective.Cancel) {
      const detail = { executionId: this.id, toolName: this.#toolName };
      this.#host.emit("tool-execution-cancelled", () => detail);
    } else if (error) {
      this.#host.emit("tool-execution-failed", () => ({ execution: this.record(), error }));
    } else {
      const result = this.#text;
      this.#host.emit("tool-execution-succeeded", () => ({ execution: this.record(), result }));
    }
  }

  #error(): ToolError | undefined {
    const error = this.#host.raw.error(this.key);
    return error && this.#withCause(error);
  }

  #withCause(error: CoreToolError): ToolError {
    return this.#cause ? { ...error, cause: this.#cause.thrown } : error;
  }

  /** The JSON text that `JSON.parse` reads as the core did. */
  #readableText(): string | undefined {
    const { raw } = this.#host;
    switch (raw.reading(this.key)) {
      case RawReading.Faithful:
        return this.#order.args.text;
      case RawReading.Rewritten:
        return raw.rewritten(this.key);
      case RawReading.Unreadable:
        return undefined;
    }
  }
}

/** Calls code of the page, which may return or throw at once or later. */
function attempt<T>(
  call: () => T | PromiseLike<T>,
  settle: (value: T) => void,
  fail: (thrown: unknown) => void,
): void {
  let value: T | PromiseLike<T>;
  try {
    value = call();
  } catch (thrown) {
    fail(thrown);
    return;
  }
  Promise.resolve(value).then(settle, fail);
}

function reasonOf(signal: AbortSignal | undefined): string | undefined {
  const reason: unknown = signal?.reason;
  // The default reason of `abort()` says nothing that "cancelled" does not say.
  const isDefault = reason instanceof DOMException && reason.name === "AbortError";
  return reason === undefined || isDefault
    ? undefined
    : `The call was cancelled: ${describe(reason)}`;
}
