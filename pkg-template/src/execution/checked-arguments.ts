import type { ArgumentsReader, ArgumentsReaderOptions } from "../arguments/arguments-reader.js";
import type { RegisteredTool } from "../tools/types.js";
import type { Verdict } from "../validation/validator.js";
import { type ArgumentsText, takenOver } from "./arguments.js";
import type { ToolError } from "./types.js";

/** The findings of a check. */
export interface Findings {
  readonly args: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The verdict of the tool's validator or the executor; absent without a validator. */
  readonly verdict: Verdict | undefined;
  /** The value that a handler would get. */
  readonly value: unknown;
  /** The reader that has read them: an execution need not read them again. */
  readonly reader?: ArgumentsReader;
}

/**
 * Arguments that a manager has checked for one of its tools; see `ToolExecutionManager.check`. Passed to `execute` of
 * that manager with that tool, they are not checked by the tool's validator a second time: exactly the checked
 * arguments run, and refused ones do not run.
 */
export class CheckedArguments {
  readonly #findings: Findings;
  readonly #manager: object;
  readonly #tool: RegisteredTool;

  constructor(manager: object, tool: RegisteredTool, findings: Findings) {
    this.#manager = manager;
    this.#tool = tool;
    this.#findings = findings;
  }

  /** As received and parsed; `{}` when they could not be read. Frozen. */
  get args(): Readonly<Record<string, unknown>> {
    return this.#findings.args;
  }

  /** The error in them, if there is one. */
  get error(): ToolError | undefined {
    const { verdict } = this.#findings;
    return verdict?.accepted === false ? verdict.error : undefined;
  }

  /** As JSON text. */
  get text(): string {
    return this.#findings.text;
  }

  /** The value that the handler gets: the output of the tool's own validator itself, else a copy. */
  get value(): unknown {
    return this.#findings.value;
  }

  /** The input of an execution. Another manager or tool has to check accepted arguments itself. */
  textFor(manager: object, tool: RegisteredTool, options: ArgumentsReaderOptions): ArgumentsText {
    const { text, verdict, reader } = this.#findings;
    const isTheirs = manager === this.#manager && tool === this.#tool;
    const read = reader && isTheirs ? takenOver(reader, options) : { text };
    return verdict && (isTheirs || !verdict.accepted) ? { ...read, verdict } : read;
  }
}
