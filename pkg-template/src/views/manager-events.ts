import type { ToolExecutionManager } from "../execution/manager.js";
import type { CallEntry } from "./call-entry.js";

/** Listens to managers for what an agent does not report: progress, further attempts, and late results. */
export class ManagerEvents {
  readonly #entryOf: (executionId: string) => CallEntry | undefined;
  readonly #known = new WeakSet<ToolExecutionManager>();

  /** @param entryOf finds the call of an execution. */
  constructor(entryOf: (executionId: string) => CallEntry | undefined) {
    this.#entryOf = entryOf;
  }

  /** Listens to a manager from now on. It holds this weakly: several agents may share a manager that outlives them. */
  follow(manager: ToolExecutionManager): void {
    if (this.#known.has(manager)) return;
    this.#known.add(manager);
    const listening = new AbortController();
    const { signal } = listening;
    const self = new WeakRef(this);
    const find = (executionId: string): CallEntry | undefined => {
      const found = self.deref();
      if (found) return found.#entryOf(executionId);
      listening.abort();
      return undefined;
    };
    manager.addEventListener(
      "tool-execution-progress",
      ({ detail }) => {
        const entry = find(detail.executionId);
        if (!entry || entry.end) return;
        entry.progress = detail.progress;
        entry.touch();
      },
      { signal },
    );
    manager.addEventListener(
      "tool-execution-executing",
      ({ detail }) => {
        const entry = find(detail.executionId);
        if (!entry?.retrying) return;
        entry.retrying = undefined;
        entry.progress = undefined;
        entry.attempt = detail.attemptNumber;
        entry.touch();
      },
      { signal },
    );
    manager.addEventListener(
      "tool-execution-orphan-settled",
      ({ detail }) => {
        const entry = find(detail.executionId);
        if (!entry || detail.outcome !== "succeeded") return;
        entry.late = { attempt: detail.attemptNumber, result: detail.result ?? "null" };
        entry.touch();
      },
      { signal },
    );
  }
}
