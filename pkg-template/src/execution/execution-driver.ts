import { type CoreToolError, RawDirective, RawToolError } from "../core/raw.js";
import { toolErrorOf } from "../errors/categorize-error.js";
import { retryableSaidBy } from "../errors/thrown.js";
import type { RegisteredTool } from "../tools/types.js";
import type { Verdict } from "../validation/validator.js";
import { ArgumentsValue, exactJsonOf, readableText } from "./arguments.js";
import { verdictOn } from "./arguments-verdict.js";
import { Attempt, type AttemptOwner, type Callee, type HandlerOutcome } from "./attempt.js";
import { callExecutor, ExecutorFailure, ExecutorSuccess } from "./call-executor.js";
import { partsOf } from "./call-origin.js";
import { reasonOf } from "./cancel-reason.js";
import { now } from "./clock.js";
import { ExecutionContext } from "./context.js";
import {
  announceEnd,
  announceExecuting,
  announceOrphan,
  announceProgress,
  announceRetrying,
  announceStarted,
  announceValidating,
} from "./execution-events.js";
import type { ExecutionHandle } from "./execution-handle.js";
import type { ExecutionHost, ExecutionRequest } from "./execution-host.js";
import type { ExecutionWatch } from "./execution-watch.js";
import type { ToolExecutor } from "./executor.js";
import { type HandlerResult, readHandlerResult, textOf } from "./handler-result.js";
import { notRun } from "./not-run.js";
import { onAbort } from "./on-abort.js";
import { type CachePlace, type PageCache, pageCacheOf, placeOf } from "./page-cache.js";
import { recordOf } from "./record.js";
import { type StructuredToolResult, structuredResultOf } from "./structured-result.js";
import type { ToolError, ToolExecution, ToolExecutionResult } from "./types.js";

/**
 * Drives one execution. The core decides what comes next; this half calls the page's code (validator, handler,
 * listeners) and reports what came of it. Any of that code may cancel the execution, so each step asks the core
 * again, which ignores what comes too late.
 */
export class ExecutionDriver implements AttemptOwner, ExecutionHandle {
  readonly id: string;
  readonly key: number;
  readonly done: Promise<ToolExecutionResult>;
  readonly toolName: string;
  readonly request: ExecutionRequest;
  /** The handler's result, once it has succeeded. */
  result: HandlerResult | undefined;
  /** The observer of this execution, such as a tracer; set before it starts. */
  watch: ExecutionWatch | undefined;
  readonly #host: ExecutionHost;
  readonly #args: ArgumentsValue;
  readonly #queuedAt: number;
  #stopListening: (() => void) | undefined;
  #followers: Set<ExecutionDriver> | undefined;
  #isFollower = false;
  /** The execution that goes on with its handler after its cancellation. */
  #successor: ExecutionDriver | undefined;
  #isOver = false;
  #resolve: (result: ToolExecutionResult) => void = () => {};
  /** An early verdict on the arguments, found before they were due. */
  #verdict: Verdict | undefined;
  /** The place for its result in the page's cache, unless the result came from there. */
  #place: CachePlace | undefined;
  #accepted: { readonly value: unknown } | undefined;
  #attempt: Attempt | undefined;
  #cause: { readonly thrown: unknown } | undefined;

  constructor(host: ExecutionHost, request: ExecutionRequest) {
    this.#host = host;
    this.request = request;
    this.toolName = request.tool.name;
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#queuedAt = now();
    const key = this.#begin();
    this.key = key;
    this.id = host.ids.of(key);
    const { text, streamed } = request.args;
    try {
      this.#args = new ArgumentsValue(
        text,
        host.maxDepth,
        readableText(host.raw, key, text),
        host.keepsBigIntegers ? () => host.raw.bigIntegers(key).intoObjects() : undefined,
        streamed?.value,
      );
    } catch (thrown) {
      // Its end is not announced, so it must not keep a slot.
      host.raw.cancel(key, undefined, this.#queuedAt);
      throw thrown;
    }
  }

  /** Advances until it has to wait. */
  start(): void {
    const host = this.#host;
    // Reading the clock costs as much as validating a few fields: it is read again only when page code ran meanwhile.
    let at = this.#queuedAt;
    if (announceStarted(host, this)) at = now();
    if (this.#isStopped()) return;
    this.#listen();
    if (this.#isOver) return;
    const { tool, context } = this.request;
    const cache = context ? undefined : pageCacheOf(tool);
    if (cache) void this.#lookUp(cache);
    else this.follow(host.raw.start(this.key, at));
  }

  /** Asks the page's cache, which may take time, before it goes on. Never rejects. */
  async #lookUp(cache: PageCache): Promise<void> {
    try {
      const { raw } = this.#host;
      this.result = await this.#kept(cache);
      if (this.#isStopped()) return;
      if (this.result) this.#place = undefined;
      this.follow(this.result ? raw.serve(this.key, now()) : raw.start(this.key, now()));
    } catch (thrown) {
      this.abandon(thrown);
    }
  }

  /** The result that a call with valid arguments has already. A store may be older than the rules for them. */
  async #kept(cache: PageCache): Promise<HandlerResult | undefined> {
    const { raw, plan, held, maxResultLength: maxLength } = this.#host;
    const { request, id: executionId, toolName } = this;
    const { tool, toolCallId } = request;
    const verdict = await verdictOn(request, this.#args, plan);
    this.#verdict = verdict;
    if (!verdict.accepted || !this.#args.isReadable || this.#isStopped()) return undefined;
    const toolId = tool.id === undefined ? undefined : { toolId: tool.id };
    this.#place = placeOf(cache, {
      tool,
      args: verdict.output ? verdict.output.value : this.#args.shown,
      identity: raw.identity(this.key),
      context: Object.freeze({ executionId, toolCallId, toolName, ...toolId }),
      held,
      maxLength,
    });
    return this.#isStopped() ? undefined : this.#place?.find();
  }

  /** Continues after a wait: for the delay before a retry, or for the attempt's deadline. Never throws. */
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

  /** Returns a function that continues its manager's ready executions, and keeps them alive until then. */
  held(): () => void {
    return () => this.#host.scheduler.drain();
  }

  /** Goes on after something else has set it free. Never throws. */
  resume(): void {
    this.#safely(() => {
      if (this.#isStopped()) return;
      this.follow(this.#host.raw.resume(this.key, now()));
    });
  }

  /** It waits for executions of its own, and gives up its slot. */
  waitForOthers(): void {
    if (this.#isOver) return;
    this.#host.raw.waitForOthers(this.key, now());
    this.#host.scheduler.drain();
  }

  /** Hands it to the core. */
  #begin(): number {
    const { raw } = this.#host;
    const { compiled, args, context } = this.request;
    const key = args.streamed
      ? raw.beginStreamed(compiled.raw, args.streamed.raw, this.#queuedAt)
      : raw.begin(compiled.raw, args.text, this.#queuedAt);
    // The result does not depend on the arguments alone.
    if (context) raw.keepApart(key);
    return key;
  }

  /**
   * Returns true if it has ended, perhaps just now because its signal is aborted: calls that share a signal are stopped
   * one after the other, and later ones must not begin meanwhile. To be called whenever code of the page has run.
   */
  #isStopped(): boolean {
    const { signal } = this.request;
    if (!this.#isOver && signal?.aborted) this.cancel(reasonOf(signal));
    return this.#isOver;
  }

  /** Stops it in any state. Returns true if there was something to stop. */
  cancel(reason?: string): boolean {
    if (this.#isOver) return false;
    const directive = this.#host.raw.cancel(this.key, reason, now());
    this.follow(directive);
    return directive !== RawDirective.Ignore;
  }

  /** Begins the awaited attempt without further delay. Returns true if it waited for one. */
  retryNow(): boolean {
    if (this.#isStopped()) return false;
    const directive = this.#host.raw.retryNow(this.key, now());
    if (directive === RawDirective.Ignore) return false;
    waiting.delete(this);
    this.#safely(() => this.follow(directive));
    return true;
  }

  /** Carries out the core's next step. */
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
        this.watch?.waits();
        break;
      case RawDirective.Ignore:
        break;
    }
  }

  /** The execution as it is now. */
  record(): ToolExecution {
    return recordOf(this.#host.raw, this.key, {
      id: this.id,
      toolCallId: this.request.toolCallId,
      toolName: this.toolName,
      args: this.#args.shown,
      text: this.result?.text ?? "null",
      withCause: (error) => this.#withCause(error),
    });
  }

  /** Its structured result; `undefined` before its end, or if it ended before `since`. */
  structured(since: number): StructuredToolResult | undefined {
    const endedAt = this.#host.raw.completedAt(this.key);
    if (!(endedAt >= since)) return undefined;
    return structuredResultOf(this.record(), endedAt, this.result, this.#cause?.thrown);
  }

  attemptReturned(attempt: Attempt, output: unknown): void {
    // Without `#safely`: every execution comes by here, and a closure each is garbage each.
    try {
      const { raw, maxResultLength } = this.#host;
      const own = ExecutorSuccess.resultOf(output);
      this.result = own
        ? { ...own, text: textOf(own.text, maxResultLength) }
        : readHandlerResult(output, maxResultLength);
      // The page's code that wrote the result (`toJSON`) may have cancelled it.
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

  orphanSettled(attempt: Attempt, settled: HandlerOutcome): void {
    announceOrphan(this.#host, this, attempt.number, settled);
  }

  progressed(_attempt: Attempt, progress: unknown): void {
    for (const each of [this, ...(this.#followers ?? [])]) {
      announceProgress(this.#host, each, progress);
    }
  }

  /** Runs a later step, which has no caller to throw to. */
  #safely(step: () => void): void {
    try {
      step();
    } catch (thrown) {
      this.abandon(thrown);
    }
  }

  /**
   * Ends it although it can't go on: the core has stopped, or a replaced part of the language threw. Its resources in
   * the core are released, so that others go on. Never throws.
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
    const { signal } = this.request;
    if (!signal) return;
    this.#stopListening = onAbort(signal, () => void this.cancel(reasonOf(signal)));
  }

  #unlisten(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  #validate(): void {
    const { request } = this;
    const host = this.#host;
    announceValidating(host, this, this.#args, request.args.text);
    if (this.#isOver) return;
    const verdict = this.#verdict ?? verdictOn(request, this.#args, host.plan);
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
      this.follow(this.#host.raw.reject(this.key, RawToolError.of(error), now()));
      return;
    }
    this.#accepted = verdict.output;
    if (this.watch && this.#args.isReadable) {
      this.watch.accepted(verdict.output ? verdict.output.value : this.#args.shown);
    }
    const { tool, context: own } = this.request;
    const isShared = tool.metadata.dedupe !== undefined && own === undefined;
    const output = isShared && verdict.output ? exactJsonOf(verdict.output.value) : undefined;
    if (this.#isOver) return;
    this.follow(this.#host.raw.accept(this.key, output, now()));
  }

  #execute(): void {
    const { raw, plan } = this.#host;
    const { tool, timeout = raw.timeout(this.key) } = this.request;
    const attempt = new Attempt(this, (this.#attempt?.number ?? 0) + 1);
    this.#attempt = attempt;
    announceExecuting(this.#host, this, attempt.number);
    if (!attempt.isRunning) return;
    const args = this.#accepted ? this.#accepted.value : this.#args.fresh();
    const { executor } = plan;
    if (!attempt.isRunning) return;
    let deadline: number | undefined;
    if (timeout !== Number.POSITIVE_INFINITY) {
      attempt.timeout = timeout;
      deadline = now() + timeout;
      waiting.add(this);
      raw.limit(this.key, attempt.number, timeout, Math.random());
    }
    const { toolCallId, origin, context: own } = this.request;
    const most = raw.maxAttempts(this.key);
    const { id, toolName } = this;
    const { keyOf } = partsOf(origin);
    const context = new ExecutionContext(
      attempt,
      id,
      toolCallId,
      toolName,
      most,
      deadline,
      origin,
      own,
      keyOf && (() => keyOf({ toolName, toolCallId, argsText: this.request.args.text })),
    );
    const callee = executor ? calledBy(executor, tool) : tool;
    void attempt.run(this.watch ? this.watch.around(callee) : callee, args, context);
  }

  #followLeader(): void {
    this.#isFollower = true;
    const leader = this.#leader;
    if (leader) {
      leader.#follow(this);
      this.watch?.follows(leader);
    }
    announceExecuting(this.#host, this, 1);
    this.#host.scheduler.drain();
  }

  #follow(follower: ExecutionDriver): void {
    this.#followers ??= new Set();
    this.#followers.add(follower);
  }

  get #leader(): ExecutionDriver | undefined {
    const key = this.#host.raw.answeredBy(this.key);
    return key === undefined ? undefined : this.#host.driverOf(key);
  }

  #retry(): void {
    const { raw } = this.#host;
    const delayMs = raw.delay(this.key);
    waiting.add(this);
    const error = (): ToolError => this.#error() as ToolError;
    announceRetrying(this.#host, this, { error, delayMs });
    this.#host.scheduler.drain();
  }

  #end(directive: RawDirective): void {
    this.#isOver = true;
    waiting.delete(this);
    const isCancelled = directive === RawDirective.Cancel || directive === RawDirective.PassLead;
    if (isCancelled) void this.#host.scheduler.hold();
    try {
      this.#finish(directive, isCancelled);
    } catch (thrown) {
      this.#resolve(notRun(thrown, "interrupted"));
    }
    this.#host.scheduler.retire(this);
  }

  #finish(directive: RawDirective, isCancelled: boolean): void {
    if (isCancelled) this.#cause = undefined;
    const error = directive === RawDirective.Succeed ? undefined : this.#error();
    if (!error) this.#adoptResult();
    else if (this.#isFollower && !isCancelled) this.#adoptCause();
    if (directive === RawDirective.PassLead) this.#passLead();
    else if (this.#isFollower) this.#leave();
    const { text = "null", output, parts } = this.result ?? {};
    const made = parts ? { result: text, output, parts } : { result: text, output };
    this.#resolve(error ? { success: false, error } : { success: true, ...made });
    this.#unlisten();
    const attempt = this.#attempt;
    this.#attempt = undefined;
    if (isCancelled) attempt?.stop(error?.message ?? "");
    if (this.#place) this.#keep(error === undefined);
    announceEnd(this.#host, this, { isCancelled, error, result: text });
  }

  /** Caches the result, unless another execution's handler made it. */
  #keep(isSuccess: boolean): void {
    const isOwn = this.#host.raw.answeredBy(this.key) === undefined;
    if (isSuccess && isOwn && this.result) this.#place?.keep(this.result);
    this.#place = undefined;
  }

  #leave(): void {
    const leader = this.#leader;
    if (leader) leader.#followers?.delete(this);
  }

  /** An execution that did not run the handler has the result of the one that did. */
  #adoptResult(): void {
    if (this.result) return;
    const source = this.#host.raw.answeredBy(this.key);
    if (source !== undefined) this.result = this.#host.scheduler.resultOf(source);
  }

  /** It did not get the handler's exception, either. */
  #adoptCause(): void {
    const leader = this.#leader;
    if (leader) this.#cause ??= leader.#cause;
  }

  /** The handler goes on, for the first of those that follow. */
  #passLead(): void {
    const key = this.#host.raw.successor(this.key);
    const successor = key === undefined ? undefined : this.#host.driverOf(key);
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

  #error(): ToolError | undefined {
    const error = this.#host.raw.error(this.key)?.intoObject();
    return error && this.#withCause(error);
  }

  #withCause(error: CoreToolError): ToolError {
    return this.#cause ? { ...error, cause: this.#cause.thrown } : error;
  }
}

/** Executions that wait for a retry or have a deadline: only this set holds them until then. */
const waiting = new Set<ExecutionDriver>();

/** A tool that an executor calls. */
function calledBy(executor: ToolExecutor, tool: RegisteredTool): Callee {
  return { handler: (args, context) => callExecutor(executor, tool, args, context) };
}
