import { writeValue } from "../../codec/write-value.js";
import type { ToolExecutionManager } from "../../execution/manager.js";

/** The number of executions whose progress is kept. */
const kept = 1_000;

/** UTF-16 units of a progress report as JSON; of a longer one the cut text is kept. */
const longest = 4_000;

/** The latest progress report of each execution of a manager. */
export class LastProgress {
  static readonly #of = new WeakMap<ToolExecutionManager, LastProgress>();
  readonly #progress = new Map<string, unknown>();

  /** The instance of a manager, which listens to it from the first call on. */
  static of(manager: ToolExecutionManager): LastProgress {
    const known = LastProgress.#of.get(manager) ?? new LastProgress(manager);
    LastProgress.#of.set(manager, known);
    return known;
  }

  private constructor(manager: ToolExecutionManager) {
    manager.addEventListener("tool-execution-progress", ({ detail }) => {
      const { executionId, progress } = detail;
      this.#progress.delete(executionId);
      this.#progress.set(executionId, plain(progress));
      for (const oldest of this.#progress.keys()) {
        if (this.#progress.size <= kept) break;
        this.#progress.delete(oldest);
      }
    });
  }

  /** The latest reports by execution; those of executions that are not `underWay` are dropped. */
  reports(underWay: ReadonlySet<string>): ReadonlyMap<string, unknown> {
    for (const id of this.#progress.keys()) if (!underWay.has(id)) this.#progress.delete(id);
    return this.#progress;
  }
}

/** Any value as plain data, of a bounded size. */
export function plain(progress: unknown): unknown {
  const text = writeValue(progress, longest);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
