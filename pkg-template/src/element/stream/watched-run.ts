import type { AbstractAgent } from "@ag-ui/client";
import type { BaseEvent, JsonPatch, State } from "@ag-ui/core";
import type { RunLimits } from "../limits/limits.js";

/** A run that an element watches. The page may run the same agent meanwhile. */
export interface WatchedRun {
  readonly runId: string;
  /** The pieces of argument text come again as one event. */
  isMerged: boolean;
  /** Its events are applied by us: see `apply.ts`. */
  isApplied: boolean;
  /** Announces what has changed and was not announced yet. */
  flush(): void;
  /**
   * Applies what the page writes to the state that the run's events change, and returns the new state; `before` is what
   * the agent has. Throws when an operation does not apply.
   */
  writeState: ((patch: JsonPatch, before: State) => State) | undefined;
  /** An event came that AG-UI does not have. */
  unknown(event: BaseEvent): void;
  /** Nobody listens any more: what still comes is none of the thread's. */
  isStopped: boolean;
  /** What came last, in words of the protocol. */
  last: BaseEvent | undefined;
  /** How much the backend may ask of the page. */
  readonly limits: RunLimits;
  /** Something has come. */
  touch(): void;
  /** What is to be waited for before more of the stream is read. */
  backlog(): Promise<void> | undefined;
}

const runs = new WeakMap<AbstractAgent, WatchedRun>();

/** The run of an agent that is watched. */
export function watchedRun(agent: AbstractAgent): WatchedRun | undefined {
  return runs.get(agent);
}

/** Begins to watch a run. */
export function watchRun(
  agent: AbstractAgent,
  runId: string,
  { limits, touch }: Pick<WatchedRun, "limits" | "touch">,
): WatchedRun {
  const run: WatchedRun = {
    runId,
    isMerged: false,
    isApplied: false,
    isStopped: false,
    last: undefined,
    limits,
    touch,
    flush: () => {},
    writeState: undefined,
    unknown: () => {},
    backlog: () => undefined,
  };
  runs.set(agent, run);
  return run;
}

/** The run is over. */
export function unwatchRun(agent: AbstractAgent): void {
  runs.delete(agent);
}
