import { ArgumentsReader, type ArgumentsReaderOptions } from "../arguments/arguments-reader.js";
import type { ManagerOptions } from "../core/raw.js";
import { compiledTool } from "../tools/define.js";
import type { RegisteredTool } from "../tools/types.js";
import {
  type ArgumentsText,
  argumentsText,
  type CallArguments,
  takenOver,
  textOfReader,
} from "./arguments.js";
import { checkArguments } from "./check-arguments.js";
import { CheckedArguments } from "./checked-arguments.js";
import { type ExecutionPlan, validatorOf } from "./executor.js";
import { notRun } from "./not-run.js";

/** A manager's rules for reading and checking arguments. */
export class ArgumentRules {
  readonly #options: ManagerOptions;
  readonly #plan: ExecutionPlan;

  constructor(options: ManagerOptions, plan: ExecutionPlan) {
    this.#options = options;
    this.#plan = plan;
  }

  /** A reader of streamed arguments. */
  reader(tool: RegisteredTool | undefined): ArgumentsReader {
    const { maxDepth, bigIntegers } = this.#options;
    return new ArgumentsReader({ maxDepth, bigIntegers, ...(tool && { tool }) });
  }

  /** The arguments of an execution as text, with earlier findings. A reader is taken over. */
  textOf(manager: object, args: unknown, tool: RegisteredTool): ArgumentsText {
    if (args instanceof CheckedArguments) return args.textFor(manager, tool, this.#readingOf(tool));
    if (args instanceof ArgumentsReader) return takenOver(args, this.#readingOf(tool));
    return argumentsText(args);
  }

  /**
   * Checks arguments as an execution would, and runs nothing. Never rejects.
   *
   * @param requireCore throws if the manager can't be used.
   */
  async check(
    manager: object,
    tool: RegisteredTool,
    args: CallArguments,
    requireCore: () => void,
  ): Promise<CheckedArguments> {
    let text = "";
    try {
      requireCore();
      const reader = args instanceof ArgumentsReader ? args : undefined;
      const written = reader ? textOfReader(reader, this.#readingOf(tool)) : argumentsText(args);
      text = written.text;
      const findings = await checkArguments({
        options: this.#options,
        validator: validatorOf(this.#plan, tool, compiledTool(tool)),
        args: written,
        reader,
      });
      return new CheckedArguments(manager, tool, findings);
    } catch (thrown) {
      const verdict = { accepted: false as const, error: notRun(thrown).error };
      const nothing = { args: noArguments, text, value: undefined };
      return new CheckedArguments(manager, tool, { ...nothing, verdict });
    }
  }

  /** Options of the arguments' reader, whose early verdict counts only if the tool's validator is used. */
  #readingOf(tool: RegisteredTool): ArgumentsReaderOptions {
    const { maxDepth, bigIntegers } = this.#options;
    return this.#plan.validates ? { maxDepth, bigIntegers, tool } : { maxDepth, bigIntegers };
  }
}

/** The arguments of a call whose arguments could not be read. */
const noArguments = Object.freeze({});
