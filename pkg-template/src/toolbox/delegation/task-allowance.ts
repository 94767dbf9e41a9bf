import { partsOf } from "../../calls/origin.js";
import { permanent } from "../../errors/not-run.js";
import type { ToolError } from "../../execution/types.js";
import type { CallOrigin } from "../../tools/call-origin.js";
import type { Subagent } from "./subagent-options.js";

/** The position of a task in the chain of agents, and the tools that it was given. */
interface TaskPlace {
  readonly names: readonly string[];
  /** The number of agents between the page's own and the task's calls. */
  readonly depth: number;
  /** The origin of the call that gave the task. */
  readonly origin: CallOrigin;
}

/**
 * The tools that a task may use and its limit of calls, including calls made through other tools and its own subagents.
 */
export class TaskAllowance {
  readonly #agent: Subagent;
  readonly #names: ReadonlySet<string>;
  readonly #origin: CallOrigin;
  #used = 0;

  constructor(agent: Subagent, { names, depth, origin }: TaskPlace) {
    this.#agent = agent;
    this.#origin = origin;
    const isLast = depth >= agent.maxDepth;
    this.#names = new Set(names.filter((name) => !(isLast && name === "subagent")));
  }

  /** Returns true if the task may use a tool. */
  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Counts one more call of a tool. Returns an error if it must not be made. */
  admit(name: string): ToolError | undefined {
    if (!this.has(name)) return this.#notAllowed(name);
    if (this.#used >= this.#agent.maxCalls) return this.#usedUp();
    const refused = partsOf(this.#origin).admit?.(name);
    if (!refused) this.#used += 1;
    return refused;
  }

  #notAllowed(name: string): ToolError {
    const may = this.#names.size > 0 ? [...this.#names].join(", ") : "none";
    const message = `The tool "${name}" was not run: it may not be used for this task. Those that may: ${may}.`;
    return permanent("tool_not_allowed", message);
  }

  #usedUp(): ToolError {
    const { maxCalls } = this.#agent;
    const calls = maxCalls === 1 ? "The one call" : `All ${maxCalls} calls`;
    const message = `The tool was not run: ${calls} that this task may cause are used up. Answer with what you know.`;
    return permanent("max_calls", message);
  }
}
