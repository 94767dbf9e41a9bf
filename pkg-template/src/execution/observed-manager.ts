import { describe } from "../codec/describe.js";
import { report } from "../events/report.js";
import { TypedEventTarget, type TypedListener } from "../events/typed-event-target.js";
import type { RunOfCalls } from "../tools/call-origin.js";
import { nameOf } from "./calls-in-steps.js";
import {
  type CallNotRun,
  callNotRun,
  type NotRunWatcher,
  reportNotRun,
  watchCallsNotRun,
} from "./calls-not-run.js";
import type { ExecutionHandle } from "./execution-handle.js";
import {
  type ExecutionWatch,
  type ExecutionWatcher,
  type WatchedRequest,
  watchExecutions,
  watchOf,
} from "./execution-watch.js";
import { addRunHeaders, type RunHeaders, runHeaders } from "./run-of-calls.js";
import type { ToolError, ToolExecutionEventMap } from "./types.js";

/** The listeners and observers of a manager: tracers, logs, and their headers for the runs of agents. */
export abstract class ObservedManager extends TypedEventTarget<ToolExecutionEventMap> {
  readonly #listenedTo = new Set<string>();
  #watchers: readonly ExecutionWatcher[] | undefined;
  readonly #notRunWatchers = new Set<NotRunWatcher>();
  readonly #runHeaders = new Set<RunHeaders>();

  override addEventListener<Type extends keyof ToolExecutionEventMap>(
    type: Type,
    listener: TypedListener<ToolExecutionEventMap[Type]> | null,
    options?: boolean | AddEventListenerOptions,
  ): void {
    this.#listenedTo.add(type);
    super.addEventListener(type, listener, options);
  }

  /** @internal For tracers: watches the executions that begin from now on, until the returned function is called. */
  [watchExecutions](watcher: ExecutionWatcher): () => void {
    this.#watchers = [...(this.#watchers ?? []), watcher];
    let isStopped = false;
    return () => {
      if (isStopped) return;
      isStopped = true;
      const rest = this.#watchers?.filter((each) => each !== watcher) ?? [];
      this.#watchers = rest.length > 0 ? rest : undefined;
    };
  }

  /** @internal For logs: adds a watcher of calls that are answered without an execution. */
  [watchCallsNotRun](watcher: NotRunWatcher): () => void {
    const own: NotRunWatcher = (call) => watcher(call);
    this.#notRunWatchers.add(own);
    return () => void this.#notRunWatchers.delete(own);
  }

  /** @internal For responders of calls: one was answered without an execution. */
  [callNotRun](call: CallNotRun): void {
    for (const watcher of this.#notRunWatchers) watcher(call);
  }

  /** @internal For logs: adds a source of headers for the runs of agents. Returns a function that removes it. */
  [addRunHeaders](headers: RunHeaders): () => void {
    // A function of its own, so that a source that is added twice is called twice, and removed separately.
    const source: RunHeaders = (run) => headers(run);
    this.#runHeaders.add(source);
    return () => void this.#runHeaders.delete(source);
  }

  /** @internal For agents: the headers of a run's request in addition to the page's own. */
  [runHeaders](run: RunOfCalls): Record<string, string> {
    return Object.assign({}, ...Array.from(this.#runHeaders, (headers) => headers(run)));
  }

  /** The watch of an execution by the manager's watchers and one of its own. */
  protected watchOf(
    execution: ExecutionHandle,
    request: WatchedRequest,
    own: ExecutionWatcher | undefined,
  ): ExecutionWatch | undefined {
    if (!own && !this.#watchers) return undefined;
    return watchOf([...(this.#watchers ?? []), own], execution, request);
  }

  /** Returns true if an event may have listeners. */
  protected hasListeners(type: string): boolean {
    return this.#listenedTo.has(type);
  }

  /** Dispatches an event. Listeners can't throw here, but a page's replacement of `CustomEvent` can. */
  protected dispatch(type: string, detail: unknown): void {
    try {
      this.dispatchEvent(new CustomEvent(type, { detail }));
    } catch (thrown) {
      report(thrown);
    }
  }

  /** Reports a call that became no execution. */
  protected reportNotRun(
    tool: unknown,
    toolCallId: unknown,
    args: unknown,
    error: ToolError,
  ): void {
    if (this.#notRunWatchers.size === 0) return;
    const text = typeof args === "string" ? args : jsonOf(args);
    const call = { tool: nameOf(tool), toolCallId: describe(toolCallId), args: text, error };
    reportNotRun(this, call);
  }
}

/** A value as JSON, or a description if it has none. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? describe(value);
  } catch {
    return describe(value);
  }
}
