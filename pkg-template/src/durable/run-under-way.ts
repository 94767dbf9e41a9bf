import type { Message, State } from "@ag-ui/core";
import type { KeptRun } from "../element/runs/take-up.js";
import { clone } from "../element/values/clone.js";
import type { StoredRun, StoredThread } from "./thread-store.js";

/** The run of a thread that is under way and that its server keeps, with the thread's contents before it. */
export class RunUnderWay {
  readonly runId: string;
  /** The ids of the messages before the run. */
  readonly #before: readonly string[];
  readonly #state: State;

  constructor(runId: string, messages: readonly Message[], state: State) {
    this.runId = runId;
    this.#before = messages.map(({ id }) => id);
    this.#state = clone(state);
  }

  /** The run of a stored thread, if it has one. */
  static of({ run, messages }: StoredThread): RunUnderWay | undefined {
    return run && new RunUnderWay(run.runId, messages.slice(0, run.messages), run.state);
  }

  /**
   * The run as it is stored with these messages. `undefined` if the messages before the run are no longer the first
   * ones: the thread can't be set back to them.
   */
  storedWith(messages: readonly Message[]): StoredRun | undefined {
    const before = this.#before;
    if (!before.every((id, at) => messages[at]?.id === id)) return undefined;
    return { runId: this.runId, messages: before.length, state: this.#state };
  }
}

/** The run of a stored thread as it is taken up. */
export function keptRun({ runId, messages, state }: StoredRun, thread: StoredThread): KeptRun {
  return { runId, messages: thread.messages.slice(0, messages), state };
}
