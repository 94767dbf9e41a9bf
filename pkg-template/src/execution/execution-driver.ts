import { RawDirective, RawToolError } from "../core/raw.js";
import { retryableSaidBy } from "../errors/thrown.js";
import type { Verdict } from "../validation/validator.js";
import { takeVerdict, verdictOn } from "./arguments-verdict.js";
import type { Attempt, AttemptOwner, HandlerOutcome } from "./attempt.js";
import { CachedResult } from "./cached-result.js";
import { errorOfCall, resultOfCall } from "./call-executor.js";
import { reasonOf } from "./cancel-reason.js";
import { now } from "./clock.js";
import { Execution } from "./execution.js";
import {
  announceEnd,
  announceExecuting,
  announceOrphan,
  announceProgress,
  announceRetrying,
  announceStarted,
  announceValidating,
} from "./execution-events.js";
import { notRun } from "./not-run.js";
import { onAbort } from "./on-abort.js";
import { type PageCache, pageCacheOf } from "./page-cache.js";
import {
  adoptCause,
  adoptResult,
  followLeader,
  leaveLeader,
  passLead,
  type SharingExecution,
} from "./shared-run.js";
import { startAttempt } from "./start-attempt.js";
import type { ToolError } from "./types.js";
import { waitingExecutions } from "./waiting-executions.js";

/**
 * Drives one execution. The core decides what comes next; this half calls the page's code (validator, handler,
 * listeners) and reports what came of it. Any of that code may cancel the execution, so each step asks the core
 * again, which ignores what comes too late.
 */
export class ExecutionDriver extends Execution implements SharingExecution {
  attempt: Attempt | undefined;
  followers: Set<SharingExecution> | undefined;
  isFollower = false;
  #stopListening: (() => void) | undefined;
  /** The execution that goes on with its handler after its cancellation. */
  #successor: AttemptOwner | undefined;
  /** Its result in the page's cache, if it has one. */
  #cached: CachedResult | undefined;

  /** Advances until it has to wait. */
  start(): void {
    const host = this.host;
    // Reading the clock costs as much as validating a few fields: it is read again only when page code ran meanwhile.
    let at = this.queuedAt;
    if (announceStarted(host, this)) at = now();
    if (this.#isStopped()) return;
    this.#listen();
    if (this.isOver) return;
    const { tool, context } = this.request;
    const cache = context ? undefined : pageCacheOf(tool);
    if (cache) void this.#lookUp(cache);
    else this.follow(host.raw.start(this.key, at));
  }

  /** Asks the page's cache, which may take time, before it goes on. Never rejects. */
  async #lookUp(cache: PageCache): Promise<void> {
    try {
      const { raw } = this.host;
      this.#cached = new CachedResult(this, cache);
      this.result = await this.#cached.find(() => this.#isStopped());
      if (this.#isStopped()) return;
      this.follow(this.result ? raw.serve(this.key, now()) : raw.start(this.key, now()));
    } catch (thrown) {
      this.abandon(thrown);
    }
  }

  /** Continues after a wait: for the delay before a retry, or for the attempt's deadline. Never throws. */
  waited(directive: RawDirective): void {
    waitingExecutions.delete(this);
    this.#safely(() => {
      if (this.#isStopped() || directive === RawDirective.Ignore) return;
      const attempt = this.attempt;
      if (!attempt?.isRunning) return this.follow(directive);
      this.cause = undefined;
      attempt.expire(() => this.follow(directive));
    });
  }

  /** Goes on after something else has set it free. Never throws. */
  resume(): void {
    this.#safely(() => {
      if (this.#isStopped()) return;
      this.follow(this.host.raw.resume(this.key, now()));
    });
  }

  /** It waits for executions of its own, and gives up its slot. */
  waitForOthers(): void {
    if (this.isOver) return;
    this.host.raw.waitForOthers(this.key, now());
    this.host.scheduler.drain();
  }

  /**
   * Returns true if it has ended, perhaps just now because its signal is aborted: calls that share a signal are stopped
   * one after the other, and later ones must not begin meanwhile. To be called whenever code of the page has run.
   */
  #isStopped(): boolean {
    const { signal } = this.request;
    if (!this.isOver && signal?.aborted) this.cancel(reasonOf(signal));
    return this.isOver;
  }

  /** Stops it in any state. Returns true if there was something to stop. */
  cancel(reason?: string): boolean {
    if (this.isOver) return false;
    const directive = this.host.raw.cancel(this.key, reason, now());
    this.follow(directive);
    return directive !== RawDirective.Ignore;
  }

  /** Begins the awaited attempt without further delay. Returns true if it waited for one. */
  retryNow(): boolean {
    if (this.#isStopped()) return false;
    const directive = this.host.raw.retryNow(this.key, now());
    if (directive === RawDirective.Ignore) return false;
    waitingExecutions.delete(this);
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
        startAttempt(this);
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

  attemptReturned(attempt: Attempt, output: unknown): void {
    // Without `#safely`: every execution comes by here, and a closure each is garbage each.
    try {
      const { raw, maxResultLength } = this.host;
      this.result = resultOfCall(output, maxResultLength);
      // The page's code that wrote the result (`toJSON`) may have cancelled it.
      if (this.isOver) this.#successor?.attemptReturned(attempt, output);
      else this.follow(raw.returned(this.key, attempt.number, now()));
    } catch (thrown) {
      this.abandon(thrown);
    }
  }

  attemptFailed(attempt: Attempt, thrown: unknown): void {
    this.#safely(() => {
      const { raw, maxResultLength } = this.host;
      const { cause, ...error } = errorOfCall(thrown, maxResultLength);
      this.cause = cause === undefined ? undefined : { thrown: cause };
      const chosen = retryableSaidBy(cause);
      const failure = RawToolError.of(error);
      if (this.isOver) this.#successor?.attemptFailed(attempt, thrown);
      else this.follow(raw.failed(this.key, attempt.number, failure, chosen, Math.random(), now()));
    });
  }

  orphanSettled(attempt: Attempt, settled: HandlerOutcome): void {
    announceOrphan(this.host, this, attempt.number, settled);
  }

  progressed(_attempt: Attempt, progress: unknown): void {
    for (const each of [this, ...(this.followers ?? [])]) {
      announceProgress(this.host, each, progress);
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
    this.resolve(result);
    try {
      this.cancel(result.error.message);
    } catch {
      // The core has stopped.
    }
    if (this.isOver) return;
    this.isOver = true;
    waitingExecutions.delete(this);
    this.attempt?.stop(result.error.message);
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
    const host = this.host;
    announceValidating(host, this, this.args, request.args.text);
    if (this.isOver) return;
    const verdict = this.#cached?.verdict ?? verdictOn(request, this.args, host.plan);
    if (!("accepted" in verdict)) void this.#takeLater(verdict);
    else if (!this.#isStopped()) this.follow(takeVerdict(this, verdict));
  }

  async #takeLater(coming: Promise<Verdict>): Promise<void> {
    const verdict = await coming;
    this.#safely(() => {
      if (!this.#isStopped()) this.follow(takeVerdict(this, verdict));
    });
  }

  #followLeader(): void {
    followLeader(this);
    announceExecuting(this.host, this, 1);
    this.host.scheduler.drain();
  }

  #retry(): void {
    const { raw } = this.host;
    const delayMs = raw.delay(this.key);
    waitingExecutions.add(this);
    const error = (): ToolError => this.error as ToolError;
    announceRetrying(this.host, this, { error, delayMs });
    this.host.scheduler.drain();
  }

  #end(directive: RawDirective): void {
    this.isOver = true;
    waitingExecutions.delete(this);
    const isCancelled = directive === RawDirective.Cancel || directive === RawDirective.PassLead;
    if (isCancelled) void this.host.scheduler.hold();
    try {
      this.#finish(directive, isCancelled);
    } catch (thrown) {
      this.resolve(notRun(thrown, "interrupted"));
    }
    this.host.scheduler.retire(this);
  }

  #finish(directive: RawDirective, isCancelled: boolean): void {
    if (isCancelled) this.cause = undefined;
    const error = directive === RawDirective.Succeed ? undefined : this.error;
    if (!error) adoptResult(this);
    else if (this.isFollower && !isCancelled) adoptCause(this);
    if (directive === RawDirective.PassLead) this.#successor = passLead(this);
    else if (this.isFollower) leaveLeader(this);
    const { text = "null", output, parts } = this.result ?? {};
    const made = parts ? { result: text, output, parts } : { result: text, output };
    this.resolve(error ? { success: false, error } : { success: true, ...made });
    this.#unlisten();
    const attempt = this.attempt;
    this.attempt = undefined;
    if (isCancelled) attempt?.stop(error?.message ?? "");
    if (!error) this.#cached?.keep();
    this.#cached = undefined;
    announceEnd(this.host, this, { isCancelled, error, result: text });
  }
}
