import { type CoreToolError, RawDirective, RawToolError } from "../core/raw.js";
import { toolErrorOf } from "../errors/categorize-error.js";
import { retryableSaidBy } from "../errors/thrown.js";
import type { RegisteredTool } from "../tools/types.js";
import type { Verdict } from "../validation/validator.js";
import { ArgumentsValue, exactJsonOf, invalidArguments, readableText } from "./arguments.js";
import { Attempt, type AttemptOwner, type Callee, type Settled } from "./attempt.js";
import { callExecutor, ExecutorFailure, ExecutorSuccess } from "./call-executor.js";
import { reasonOf } from "./cancel-reason.js";
import { now } from "./clock.js";
import { ExecutionContext } from "./context.js";
import { type ToolExecutor, validatorOf } from "./executor.js";
import { type HandlerResult, readHandlerResult, textOf } from "./handler-result.js";
import { notRun } from "./not-run.js";
import { recordOf } from "./record.js";
import type { RunHost, RunOrder } from "./run-host.js";
import type { ToolError, ToolExecution, ToolExecutionResult } from "./types.js";

/**
 * Drives one execution. The core decides what comes next; this half calls the page's code (validator, handler,
 * listeners) and reports what came of it. Any of that code may cancel the execution, so each step asks the core
 * again, which ignores what comes too late.
 */
export class Run implements AttemptOwner {
  readonly id: string;
  readonly key: number;
  readonly done: Promise<ToolExecutionResult>;
  readonly order: RunOrder;
  /** What the handler made, once it has succeeded. */
  result: HandlerResult | undefined;
  readonly #host: RunHost;
  readonly #args: ArgumentsValue;
  readonly #queuedAt: number;
  readonly #toolName: string;
  #onAbort: (() => void) | undefined;
  #followers: Set<Run> | undefined;
  #isFollower = false;
  /** Who goes on with its handler since it was cancelled. */
  #successor: Run | undefined;
  #isOver = false;
  #resolve: (result: ToolExecutionResult) => void = () => {};
  #accepted: { readonly value: unknown } | undefined;
  #attempt: Attempt | undefined;
  #cause: { readonly thrown: unknown } | undefined;

  constructor(host: RunHost, order: RunOrder) {
    this.#host = host;
    this.order = order;
    this.#toolName = order.tool.name;
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#queuedAt = now();
    const key = this.#begin();
    this.key = key;
    this.id = host.ids.of(key);
    const { text, streamed } = order.args;
    try {
      this.#args = new ArgumentsValue(
        text,
        host.maxDepth,
        readableText(host.raw, key, text),
        host.keepsBigIntegers ? () => host.raw.bigIntegers(key).intoObjects() : undefined,
        streamed?.value,
      );
    } catch (thrown) {
      // Nobody will hear of it, so it must not keep a slot.
      host.raw.cancel(key, undefined, this.#queuedAt);
      throw thrown;
    }
  }

  /** Goes as far as it can without waiting. */
  start(): void {
    const host = this.#host;
    // Reading the clock costs as much as validating a few fields: it is read again only when page code ran meanwhile.
    let at = this.#queuedAt;
    if (host.hears("tool-execution-started")) {
      host.dispatch("tool-execution-started", { execution: this.record() });
      at = now();
    }
    if (this.#isStopped()) return;
    this.#listen();
    if (this.#isOver) return;
    this.follow(host.raw.start(this.key, at));
  }

  /** What it has waited for is over: the delay before a retry, or the time that its attempt may take. Never throws. */
  waited(directive: RawDirective): void {
    waiting.delete(this);
    this.#safely(() => {
      if (this.#isStopped() || directive === RawDirective.Ignore) return;
      const attempt = this.#attempt;
      if (!attempt?.isRunning) return this.follow(directive);
      this.#cause = undefined;
      attempt.expire(() => this.follow(directive));
    });
  }

  /** Goes on after something else has set it free. Never throws. */
  resume(): void {
    this.#safely(() => {
      if (this.#isStopped()) return;
      this.follow(this.#host.raw.resume(this.key, now()));
    });
  }

  /** Hands it to the core. */
  #begin(): number {
    const { raw } = this.#host;
    const { compiled, args } = this.order;
    return args.streamed
      ? raw.beginStreamed(compiled.raw, args.streamed.raw, this.#queuedAt)
      : raw.begin(compiled.raw, args.text, this.#queuedAt);
  }

  /**
   * Whether it has ended, perhaps just now because its signal is aborted: whoever shares that is stopped one after the
   * other, and who comes later must not begin meanwhile. To be asked whenever code of the page has run.
   */
  #isStopped(): boolean {
    const { signal } = this.order;
    if (!this.#isOver && signal?.aborted) this.cancel(reasonOf(signal));
    return this.#isOver;
  }

  /** Stops it, wherever it is. Says whether there was something to stop. */
  cancel(reason?: string): boolean {
    if (this.#isOver) return false;
    const directive = this.#host.raw.cancel(this.key, reason, now());
    this.follow(directive);
    return directive !== RawDirective.Ignore;
  }

  /** Does what the core says comes next. */
  follow(directive: RawDirective): void {
    switch (directive) {
      case RawDirective.Validate:
        this.#validate();
        break;
      case RawDirective.Execute:
        this.#execute();
        break;
      case RawDirective.Follow:
        this.#followLeader();
        break;
      case RawDirective.Retry:
        this.#retry();
        break;
      case RawDirective.Succeed:
      case RawDirective.Fail:
      case RawDirective.Cancel:
      case RawDirective.PassLead:
        this.#end(directive);
        break;
      case RawDirective.Wait:
      case RawDirective.Ignore:
        break;
    }
  }

  /** The execution as it is now. */
  record(): ToolExecution {
    return recordOf(this.#host.raw, this.key, {
      id: this.id,
      toolCallId: this.order.toolCallId,
      toolName: this.#toolName,
      args: this.#args.shown,
      text: this.result?.text ?? "null",
      withCause: (error) => this.#withCause(error),
    });
  }

  attemptReturned(attempt: Attempt, output: unknown): void {
    // Without `#safely`: every execution comes by here, and a closure each is garbage each.
    try {
      const { raw, maxResultLength } = this.#host;
      const own = ExecutorSuccess.resultOf(output);
      this.result = own
        ? { ...own, text: textOf(own.text, maxResultLength) }
        : readHandlerResult(output, maxResultLength);
      // Whoever wrote the result down may have cancelled it.
      if (this.#isOver) this.#successor?.attemptReturned(attempt, output);
      else this.follow(raw.returned(this.key, attempt.number, now()));
    } catch (thrown) {
      this.abandon(thrown);
    }
  }

  attemptFailed(attempt: Attempt, thrown: unknown): void {
    this.#safely(() => {
      const reported = ExecutorFailure.errorOf(thrown);
      const { cause, ...error } =
        reported ?? toolErrorOf(thrown, "execution", this.#host.maxResultLength);
      this.#cause = cause === undefined ? undefined : { thrown: cause };
      const { raw } = this.#host;
      const chosen = retryableSaidBy(cause);
      const failure = RawToolError.of(error);
      if (this.#isOver) this.#successor?.attemptFailed(attempt, thrown);
      else this.follow(raw.failed(this.key, attempt.number, failure, chosen, Math.random(), now()));
    });
  }

  orphanSettled(attempt: Attempt, settled: Settled): void {
    const { maxResultLength } = this.#host;
    if (!this.#host.hears("tool-execution-orphan-settled")) return;
    this.#host.dispatch("tool-execution-orphan-settled", {
      ...this.#named,
      attemptNumber: attempt.number,
      ...(settled.outcome === "succeeded"
        ? { outcome: "succeeded", result: readHandlerResult(settled.output, maxResultLength).text }
        : { outcome: "failed", error: toolErrorOf(settled.thrown, "execution", maxResultLength) }),
    });
  }

  progressed(_attempt: Attempt, progress: unknown): void {
    if (!this.#host.hears("tool-execution-progress")) return;
    for (const run of [this, ...(this.#followers ?? [])]) {
      this.#host.dispatch("tool-execution-progress", { ...run.#named, progress });
    }
  }

  /** What comes back later has no caller to throw to. */
  #safely(step: () => void): void {
    try {
      step();
    } catch (thrown) {
      this.abandon(thrown);
    }
  }

  /**
   * Ends it although it can't go on: the core has stopped, or something that the page has put in the place of a part of
   * the language threw. What it holds in the core is given back, so that others go on. Never throws.
   */
  abandon(thrown: unknown): void {
    const result = notRun(thrown, "interrupted");
    this.#resolve(result);
    try {
      this.cancel(result.error.message);
    } catch {
      // The core has stopped.
    }
    if (this.#isOver) return;
    this.#isOver = true;
    waiting.delete(this);
    this.#attempt?.stop(result.error.message);
    this.#unlisten();
  }

  #listen(): void {
    const { signal } = this.order;
    if (!signal) return;
    this.#onAbort = () => void this.cancel(reasonOf(signal));
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  #unlisten(): void {
    if (!this.#onAbort) return;
    this.order.signal?.removeEventListener("abort", this.#onAbort);
    this.#onAbort = undefined;
  }

  get #named(): { executionId: string; toolName: string } {
    return { executionId: this.id, toolName: this.#toolName };
  }

  #validate(): void {
    const { args } = this.order;
    const host = this.#host;
    if (host.hears("tool-execution-validating")) {
      const { shown } = this.#args;
      host.dispatch("tool-execution-validating", {
        executionId: this.id,
        toolName: this.#toolName,
        args: shown,
        argsText: args.text,
      });
      if (this.#isOver) return;
    }
    if (args.fault !== undefined) this.#reject(invalidArguments(args.fault));
    else if (args.verdict?.accepted === false) this.#take(args.verdict);
    // The core says why.
    else if (!this.#args.isReadable) this.follow(host.raw.accept(this.key, undefined, now()));
    else this.#ask();
  }

  /** Asks the tool's validator, or the executor, unless one has been asked already. */
  #ask(): void {
    const { tool, compiled, args } = this.order;
    const validator = args.verdict ? undefined : validatorOf(this.#host.plan, tool, compiled);
    const verdict = validator ? validator.validate(this.#args) : (args.verdict ?? unchanged);
    if (!("accepted" in verdict)) void this.#takeLater(verdict);
    else if (!this.#isStopped()) this.#take(verdict);
  }

  async #takeLater(coming: Promise<Verdict>): Promise<void> {
    const verdict = await coming;
    this.#safely(() => {
      if (!this.#isStopped()) this.#take(verdict);
    });
  }

  #take(verdict: Verdict): void {
    if (!verdict.accepted) {
      const { cause, ...error } = verdict.error;
      this.#cause = cause === undefined ? undefined : { thrown: cause };
      this.#reject(error);
      return;
    }
    this.#accepted = verdict.output;
    const isShared = this.order.tool.metadata.dedupe !== undefined;
    const output = isShared && verdict.output ? exactJsonOf(verdict.output.value) : undefined;
    if (this.#isOver) return;
    this.follow(this.#host.raw.accept(this.key, output, now()));
  }

  #reject(error: CoreToolError): void {
    this.follow(this.#host.raw.reject(this.key, RawToolError.of(error), now()));
  }

  #execute(): void {
    const { raw, plan } = this.#host;
    const { tool, timeout = raw.timeout(this.key) } = this.order;
    const attempt = new Attempt(this, (this.#attempt?.number ?? 0) + 1);
    this.#attempt = attempt;
    this.#announceAttempt(attempt.number);
    if (!attempt.isRunning) return;
    const { toolCallId } = this.order;
    const maxAttempts = raw.maxAttempts(this.key);
    const context = new ExecutionContext(attempt, this.id, toolCallId, this.#toolName, maxAttempts);
    const args = this.#accepted ? this.#accepted.value : this.#args.fresh();
    const { executor } = plan;
    if (!attempt.isRunning) return;
    if (timeout !== Number.POSITIVE_INFINITY) {
      attempt.timeout = timeout;
      waiting.add(this);
      raw.limit(this.key, attempt.number, timeout, Math.random());
    }
    void attempt.run(executor ? calledBy(executor, tool) : tool, args, context);
  }

  #announceAttempt(attemptNumber: number): void {
    if (!this.#host.hears("tool-execution-executing")) return;
    const { id: executionId } = this;
    const toolName = this.#toolName;
    this.#host.dispatch("tool-execution-executing", { executionId, toolName, attemptNumber });
  }

  #followLeader(): void {
    this.#isFollower = true;
    const leader = this.#leader;
    if (leader) leader.#follow(this);
    this.#announceAttempt(1);
    this.#host.drain();
  }

  #follow(follower: Run): void {
    this.#followers ??= new Set();
    this.#followers.add(follower);
  }

  get #leader(): Run | undefined {
    const key = this.#host.raw.answeredBy(this.key);
    return key === undefined ? undefined : this.#host.runOf(key);
  }

  #retry(): void {
    const { raw } = this.#host;
    const delayMs = raw.delay(this.key);
    waiting.add(this);
    const error = this.#error();
    if (this.#host.hears("tool-execution-retrying")) {
      this.#host.dispatch("tool-execution-retrying", {
        ...this.#named,
        attemptNumber: raw.attempt(this.key) + 1,
        maxAttempts: raw.maxAttempts(this.key),
        error: error as ToolError,
        delayMs,
      });
    }
    this.#host.drain();
  }

  #end(directive: RawDirective): void {
    this.#isOver = true;
    waiting.delete(this);
    const isCancelled = directive === RawDirective.Cancel || directive === RawDirective.PassLead;
    if (isCancelled) this.#host.hold();
    try {
      this.#finish(directive, isCancelled);
    } catch (thrown) {
      this.#resolve(notRun(thrown, "interrupted"));
    }
    this.#host.retire(this);
  }

  #finish(directive: RawDirective, isCancelled: boolean): void {
    if (isCancelled) this.#cause = undefined;
    const error = directive === RawDirective.Succeed ? undefined : this.#error();
    if (!error) this.#adoptResult();
    if (directive === RawDirective.PassLead) this.#passLead();
    else if (this.#isFollower) this.#leave();
    const { text = "null", output } = this.result ?? {};
    this.#resolve(error ? { success: false, error } : { success: true, result: text, output });
    this.#unlisten();
    const attempt = this.#attempt;
    this.#attempt = undefined;
    if (isCancelled) attempt?.stop(error?.message ?? "");
    this.#announceEnd(isCancelled, error);
  }

  #leave(): void {
    const leader = this.#leader;
    if (leader) leader.#followers?.delete(this);
  }

  /** An execution that did not run the handler has the result of the one that did. */
  #adoptResult(): void {
    if (this.result) return;
    const source = this.#host.raw.answeredBy(this.key);
    if (source !== undefined) this.result = this.#host.resultOf(source);
  }

  /** The handler goes on, for the first of those that follow. */
  #passLead(): void {
    const key = this.#host.raw.successor(this.key);
    const successor = key === undefined ? undefined : this.#host.runOf(key);
    if (!successor) return;
    this.#successor = successor;
    successor.#attempt = this.#attempt;
    successor.#attempt?.handTo(successor);
    waiting.add(successor);
    successor.#accepted = this.#accepted;
    for (const follower of this.#followers ?? [])
      if (follower !== successor) successor.#follow(follower);
    this.#attempt = undefined;
    this.#followers = undefined;
  }

  #announceEnd(isCancelled: boolean, error: ToolError | undefined): void {
    const host = this.#host;
    if (isCancelled) {
      const type = "tool-execution-cancelled";
      if (host.hears(type)) host.dispatch(type, this.#named);
    } else if (error) {
      const type = "tool-execution-failed";
      if (host.hears(type)) host.dispatch(type, { execution: this.record(), error });
    } else {
      const type = "tool-execution-succeeded";
      const result = this.result?.text ?? "null";
      if (host.hears(type)) host.dispatch(type, { execution: this.record(), result });
    }
  }

  #error(): ToolError | undefined {
    const error = this.#host.raw.error(this.key)?.intoObject();
    return error && this.#withCause(error);
  }

  #withCause(error: CoreToolError): ToolError {
    return this.#cause ? { ...error, cause: this.#cause.thrown } : error;
  }
}

/** Where nobody validates. */
const unchanged: Verdict = Object.freeze({ accepted: true });

/** Those that wait for a retry or have a deadline: nobody else may hold them until then, and they will be heard of. */
const waiting = new Set<Run>();

/** A tool that an executor calls. */
function calledBy(executor: ToolExecutor, tool: RegisteredTool): Callee {
  return { handler: (args, context) => callExecutor(executor, tool, args, context) };
}
