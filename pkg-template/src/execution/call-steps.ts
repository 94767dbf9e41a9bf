import { describe } from "../codec/describe.js";
import { isObject, read } from "../codec/safe-read.js";
import { OptionError } from "../options/option-error.js";
import type { CallStep } from "./call-step.js";

/** Steps that a page has added to the way of its calls, in their order. */
export class CallSteps {
  #all: readonly CallStep[] = none;

  /** The steps now, the outermost first. */
  get all(): readonly CallStep[] {
    return this.#all;
  }

  /**
   * Adds a step inside of those there are. Calls under way keep their steps.
   *
   * @returns a function that removes this step.
   * @throws {TypeError} when it is not a function.
   */
  use(step: CallStep): () => void {
    if (typeof step !== "function") {
      throw new OptionError(
        `use() needs a step: a function (call, next) => outcome, but got ${describe(step)}`,
      );
    }
    // A function of its own: a step that is added twice runs twice, and each removal removes one.
    const own: CallStep = (call, next) => step(call, next);
    this.#all = Object.freeze([...this.#all, own]);
    return () => {
      const rest = this.#all.filter((each) => each !== own);
      this.#all = rest.length > 0 ? Object.freeze(rest) : none;
    };
  }
}

const none: readonly CallStep[] = Object.freeze([]);

/** The property of a `ToolExecutionManager` with its steps. A registered symbol: every copy of the package knows it. */
export const managerSteps = Symbol.for("ag-ui-lit.call-steps");

/** The steps of a manager; none of one that knows of none. */
export function stepsOf(manager: unknown): readonly CallStep[] {
  const steps = isObject(manager) ? read(manager, managerSteps) : undefined;
  return Array.isArray(steps) ? steps : none;
}
