/** What an agent knows of a task that has not ended. */
export interface OpenTask {
  readonly id: string;
  /** How much of each artifact's text was told. */
  readonly texts: Map<string, number>;
  /** The status messages and other artifacts that were told. */
  readonly told: Set<string>;
  /** The calls that were told: nothing is told twice, so that nothing runs twice. */
  readonly calls: Set<string>;
  /** The calls that the agent waits for, with their tools' names. */
  readonly waitsFor: Map<string, string>;
}

/** What an agent knows of a thread. */
export interface ThreadState {
  /** The agent's name for the thread, once it has one. */
  contextId: string;
  task: OpenTask | undefined;
  /** The user's messages that have reached the agent. */
  readonly sent: Set<string>;
}

/** In how many threads an agent keeps its place. */
const mostThreads = 100;

/** The threads of an agent; of too many the one used longest ago is forgotten. */
export class ThreadStates {
  readonly #all = new Map<string, ThreadState>();

  of(threadId: string): ThreadState {
    const state = this.#all.get(threadId) ?? { contextId: "", task: undefined, sent: new Set() };
    this.#all.delete(threadId);
    this.#all.set(threadId, state);
    const oldest = this.#all.keys().next();
    if (this.#all.size > mostThreads && !oldest.done) this.#all.delete(oldest.value);
    return state;
  }

  /** The same for another agent. */
  copyTo(other: ThreadStates): void {
    for (const [id, state] of this.#all) other.#all.set(id, state);
  }
}

export function openTask(id: string): OpenTask {
  return { id, texts: new Map(), told: new Set(), calls: new Set(), waitsFor: new Map() };
}
