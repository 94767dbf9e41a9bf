import { partsOf } from "../../calls/origin.js";
import { permanent } from "../../errors/not-run.js";
import type { ToolError } from "../../execution/types.js";
import type { CallOrigin } from "../../tools/call-origin.js";
import type { Subagent } from "./subagent-options.js";

/** Where a task stands, and which tools it was given. */
interface TaskPlace {
  readonly names: readonly string[];
  /** How many agents stand between the page's own and its calls. */
  readonly depth: number;
  /** Where the call comes from that gave the task. */
  readonly origin: CallOrigin;
}

/** Which tools may be used for a task, and how often: also by way of others, and by subagents of its own. */
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

  /** Whether a tool is among them. */
  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Counts one more call of a tool; says why it must not be made. */
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
