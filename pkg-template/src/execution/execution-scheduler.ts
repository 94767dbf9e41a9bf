import type { RawExecutionManager } from "../core/raw.js";
import { RawDirective } from "../core/raw.js";
import { report } from "../events/report.js";
import { now } from "./clock.js";
import type { ExecutionDriver } from "./execution-driver.js";
import type { ExecutionHistory } from "./execution-history.js";
import type { HandlerResult } from "./handler-result.js";
import { pageCacheOf } from "./page-cache.js";

/**
 * Continues executions that the core sets free, cancels them together, and moves ended ones to the history.
 */
export class ExecutionScheduler {
  readonly #raw: RawExecutionManager;
  readonly #executions: ExecutionHistory;
  /** Results that answer later calls, by the execution that made them. */
  readonly #results = new Map<number, HandlerResult>();
  /** Cancelled in the core, and not yet announced; the oldest is the last. */
  readonly #cancelled: ExecutionDriver[] = [];
  /** Ended, and not yet counted as history. */
  readonly #ended: ExecutionDriver[] = [];
  #isDraining = false;
  #isHeld = false;
  #isClosed = false;

  constructor(raw: RawExecutionManager, executions: ExecutionHistory) {
    this.#raw = raw;
    this.#executions = executions;
  }

  /** The result of an execution that answers others. */
  resultOf(key: number): HandlerResult | undefined {
    return this.#results.get(key) ?? this.#executions.get(key)?.result;
  }

  /**
   * Delays executions that a cancellation sets free until the page's code is through: it may be in the middle of
   * cancelling more, such as every call of a signal that it aborts.
   */
  async hold(): Promise<void> {
    if (this.#isHeld) return;
    this.#isHeld = true;
    await undefined;
    this.#isHeld = false;
    this.drain();
  }

  /** One after the other and never nested: a long queue of calls that fail at once would use up the stack. */
  drain(): void {
    if (this.#isDraining || this.#isHeld) return;
    this.#isDraining = true;
    try {
      for (let key = this.#nextReady(); key !== undefined; key = this.#nextReady()) {
        this.#executions.get(key)?.resume();
      }
      // Not before: those that shared an execution's handler look at its result.
      for (let at = 0; at < this.#ended.length; at += 1) {
        this.#forget(this.#ended[at] as ExecutionDriver);
      }
    } catch (thrown) {
      report(thrown);
    } finally {
      this.#ended.length = 0;
      this.#isDraining = false;
    }
  }

  /** Cancels all of them in the core before the first is announced. */
  cancelAll(): void {
    const keys = this.#raw.cancelAll(now());
    for (let at = keys.length - 1; at >= 0; at -= 1) {
      const execution = this.#executions.get(keys[at] as number);
      if (execution) this.#cancelled.push(execution);
    }
    // A listener may call this again, or free the manager: all have ended when that returns.
    for (let next = this.#cancelled.pop(); next; next = this.#cancelled.pop()) {
      next.follow(RawDirective.Cancel);
    }
  }

  /** An execution has ended: those that waited for it go on. */
  retire(execution: ExecutionDriver): void {
    this.#ended.push(execution);
    this.drain();
  }

  /** Stops the scheduling: an execution begun by a listener from now on would never end. */
  close(): void {
    this.#isClosed = true;
  }

  /** None also when a listener has freed the manager. */
  #nextReady(): number | undefined {
    return this.#isClosed ? undefined : this.#raw.nextReady();
  }

  #forget(execution: ExecutionDriver): void {
    if (this.#isClosed) return;
    const raw = this.#raw;
    const { tool } = execution.request;
    if (tool.metadata.cache && !pageCacheOf(tool)) {
      const isOwn = raw.answeredBy(execution.key) === undefined;
      if (execution.result && isOwn) this.#results.set(execution.key, execution.result);
      const dropped = raw.takeDroppedResults();
      for (let at = 0; at < dropped.length; at += 1) this.#results.delete(dropped[at] as number);
    }
    raw.retire(execution.key);
    this.#executions.retire(execution);
  }
}
