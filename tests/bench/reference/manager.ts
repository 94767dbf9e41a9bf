import Ajv, { type ValidateFunction } from "ajv";
import { type Ended, runAttempt } from "./attempt.js";
import { now } from "./clock.js";
import { Running } from "./running.js";
import type { Execution, Failure, Outcome, PlainOptions, Tool } from "./types.js";

/**
 * What a TypeScript author would write for ag-ui-lit's contract, with ajv: events with the same details, records,
 * retry with backoff, a timeout and a signal for each attempt, cancellation that settles at once, a bounded history.
 *
 * It leaves out what would cost it more: circuit breaker, concurrency limits, shared and kept results, large integers
 * and duplicate keys in argument text, arguments of a record's own. So a comparison with it is on the safe side.
 */
export class PlainManager extends EventTarget {
  readonly #options: Required<Omit<PlainOptions, "timeout">> & { readonly timeout?: number };
  readonly #ajv = new Ajv({ allErrors: true });
  readonly #validators = new WeakMap<Tool, ValidateFunction>();
  readonly #executions = new Map<string, Running>();
  readonly #finished: string[] = [];
  readonly #heard = new Set<string>();

  constructor(options: PlainOptions = {}) {
    super();
    const defaults = { lean: false, maxAttempts: 3, baseDelay: 1000, maxHistory: 1000 };
    this.#options = { ...defaults, ...options };
  }

  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void {
    this.#heard.add(type);
    super.addEventListener(type, listener, options);
  }

  /** Runs a tool; never rejects. */
  async execute(
    tool: Tool,
    toolCallId: string,
    args: Record<string, unknown> | string,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const running = new Running(tool, toolCallId, this.#options.maxAttempts);
    this.#executions.set(running.id, running);
    const parsed = readArguments(args);
    if (parsed) running.args = parsed;
    this.#emit("tool-execution-started", () => ({ execution: running.snapshot() }));
    const onAbort = (): void => void this.cancel(running.id, signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
    if (!running.isOver) await this.#run(running, args, parsed !== undefined);
    signal?.removeEventListener("abort", onAbort);
    return running.outcome as Outcome;
  }

  cancel(id: string, reason?: unknown): boolean {
    const running = this.#executions.get(id);
    if (!running || running.isOver) return false;
    const error: Failure = { category: "cancelled", message: "Cancelled.", retryable: false };
    this.#end(running, "cancelled", { success: false, error });
    running.stop?.(reason ?? new DOMException("Cancelled.", "AbortError"));
    return true;
  }

  cancelAll(): void {
    for (const id of [...this.#executions.keys()]) this.cancel(id);
  }

  getExecution(id: string): Execution | undefined {
    return this.#executions.get(id)?.snapshot();
  }

  getExecutionsForToolCall(toolCallId: string): Execution[] {
    const all = [...this.#executions.values()];
    return all.filter((one) => one.toolCallId === toolCallId).map((one) => one.snapshot());
  }

  async #run(running: Running, args: unknown, isReadable: boolean): Promise<void> {
    const { tool, id } = running;
    running.status = "validating";
    this.#emit("tool-execution-validating", () => ({
      executionId: id,
      toolName: tool.name,
      args: running.args,
      argsText: typeof args === "string" ? args : JSON.stringify(args),
    }));
    if (running.isOver) return;
    const fault = isReadable
      ? this.#check(tool, running.args)
      : "The arguments are no JSON object.";
    if (fault !== undefined) {
      this.#fail(running, { category: "validation", message: fault, retryable: false });
      return;
    }
    running.status = "executing";
    while (!running.isOver) {
      const ended = await this.#attempt(running);
      if (running.isOver || (await this.#settle(running, ended))) return;
    }
  }

  #attempt(running: Running): Promise<Ended> {
    running.attemptNumber += 1;
    running.startedAt ??= now();
    const named = { executionId: running.id, toolName: running.tool.name };
    this.#emit("tool-execution-executing", () => ({
      ...named,
      attemptNumber: running.attemptNumber,
    }));
    if (running.isOver) return Promise.resolve({ kind: "stopped", reason: undefined });
    return runAttempt(running, this.#options.timeout, this.#options.lean, (progress) => {
      if (!running.isOver) this.#emit("tool-execution-progress", () => ({ ...named, progress }));
    });
  }

  /** Says whether it is over; otherwise waits for the next attempt. */
  async #settle(running: Running, ended: Ended): Promise<boolean> {
    if (ended.kind === "returned") {
      const result = textOf(ended.output);
      this.#end(running, "succeeded", { success: true, result, output: ended.output });
      return true;
    }
    const error = failureOf(ended);
    const isLast = running.attemptNumber >= running.maxAttempts;
    if (!error.retryable || isLast || running.tool.idempotent === false) {
      this.#fail(running, error);
      return true;
    }
    running.previousErrors.push(error);
    const delayMs = this.#options.baseDelay * 2 ** (running.attemptNumber - 1);
    const jittered = delayMs * (0.5 + Math.random() / 2);
    this.#emit("tool-execution-retrying", () => ({
      executionId: running.id,
      toolName: running.tool.name,
      attemptNumber: running.attemptNumber + 1,
      maxAttempts: running.maxAttempts,
      error,
      delayMs: jittered,
    }));
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, jittered);
      running.stop = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return running.isOver;
  }

  #check(tool: Tool, args: unknown): string | undefined {
    let validate = this.#validators.get(tool);
    if (!validate) {
      validate = this.#ajv.compile(tool.schema);
      this.#validators.set(tool, validate);
    }
    return validate(args) ? undefined : this.#ajv.errorsText(validate.errors);
  }

  #fail(running: Running, error: Failure): void {
    this.#end(running, "failed", { success: false, error });
  }

  #end(running: Running, status: "succeeded" | "failed" | "cancelled", outcome: Outcome): void {
    running.status = status;
    running.outcome = outcome;
    running.completedAt = now();
    this.#finished.push(running.id);
    if (this.#finished.length > this.#options.maxHistory) {
      this.#executions.delete(this.#finished.shift() as string);
    }
    if (status === "cancelled") {
      const { id: executionId, tool } = running;
      this.#emit("tool-execution-cancelled", () => ({ executionId, toolName: tool.name }));
    } else {
      const more = outcome.success ? { result: outcome.result } : { error: outcome.error };
      this.#emit(`tool-execution-${status}`, () => ({ execution: running.snapshot(), ...more }));
    }
  }

  #emit(type: string, detail: () => object): void {
    if (this.#options.lean && !this.#heard.has(type)) return;
    this.dispatchEvent(new CustomEvent(type, { detail: detail() }));
  }
}

function readArguments(args: unknown): Record<string, unknown> | undefined {
  try {
    const value: unknown = typeof args === "string" ? JSON.parse(args.trim() || "{}") : args;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function failureOf(ended: Exclude<Ended, { kind: "returned" }>): Failure {
  if (ended.kind === "expired") {
    return { category: "timeout", message: "The tool took too long.", retryable: true };
  }
  const cause = ended.kind === "threw" ? ended.thrown : ended.reason;
  const isNetwork = cause instanceof TypeError && /fetch|network/i.test(cause.message);
  const message = cause instanceof Error ? cause.message : String(cause);
  const category = isNetwork ? "transient" : "execution";
  return { category, message, retryable: isNetwork, cause };
}

function textOf(output: unknown): string {
  if (typeof output === "string") return output;
  return output === undefined || output === null ? "null" : JSON.stringify(output);
}
