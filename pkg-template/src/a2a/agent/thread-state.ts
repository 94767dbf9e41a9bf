/** An agent's knowledge of a task that has not ended. */
export interface OpenTask {
  readonly id: string;
  /** The length of each artifact's text reported so far. */
  readonly texts: Map<string, number>;
  /** The status messages and other artifacts that were reported. */
  readonly told: Set<string>;
  /** The calls that were reported: each is reported once, so that it runs once. */
  readonly calls: Set<string>;
  /** The calls that the agent waits for, with their tools' names. */
  readonly waitsFor: Map<string, string>;
}

/** An agent's knowledge of a thread. */
export interface ThreadState {
  /** The agent's name for the thread, once it has one. */
  contextId: string;
  task: OpenTask | undefined;
  /** The user's messages that have reached the agent. */
  readonly sent: Set<string>;
}

/** The number of threads in which an agent keeps its place. */
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
