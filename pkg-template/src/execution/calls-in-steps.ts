import { isObject, readText } from "../codec/safe-read.js";
import { describe } from "../errors/thrown.js";
import { OptionError } from "../options/option-error.js";
import type { RegisteredTool } from "../tools/types.js";
import type { CallArguments } from "./arguments.js";
import type { CallStep } from "./call-step.js";
import type { CheckedArguments } from "./checked-arguments.js";
import type { ExecutionOptions } from "./execute-options.js";
import { notRun } from "./not-run.js";
import { type AfterSteps, runSteps } from "./run-steps.js";
import { stepCall } from "./step-call.js";
import type { ToolExecutionResult } from "./types.js";

/** A call of `execute()`: of anything, since a page may not have typed it. */
export interface CallToExecute {
  readonly tool: RegisteredTool;
  readonly toolCallId: string;
  readonly args: CallArguments | CheckedArguments;
}

/** More calls than this in a manager's steps at once are taken for a step that calls itself. */
const MOST = 10_000;

/** The maximum nesting of calls before the stack is unwound. */
const MOST_NESTED = 50;

/** Calls of `execute()` on their way through the steps of a manager. */
export class CallsInSteps {
  #count = 0;
  #nested = 0;

  /** Runs a call through steps. It begins at once, in the caller's asynchronous context. Never rejects. */
  async run(
    steps: readonly CallStep[],
    { tool, toolCallId, args }: CallToExecute,
    { origin, signal = new AbortController().signal }: Pick<ExecutionOptions, "origin" | "signal">,
    execute: AfterSteps,
  ): Promise<ToolExecutionResult> {
    if (this.#count >= MOST) return notRun(tooMany());
    const known = isObject(tool) ? tool : undefined;
    const shown = { toolName: nameOf(tool), toolCallId: describe(toolCallId), tool: known };
    this.#count += 1;
    try {
      // A step that calls itself must not use up the stack.
      if (this.#nested >= MOST_NESTED) await null;
      return await this.#begin(() =>
        runSteps(steps, stepCall({ ...shown, origin, signal }, args), execute),
      );
    } finally {
      this.#count -= 1;
    }
  }

  #begin<T>(work: () => T): T {
    this.#nested += 1;
    try {
      return work();
    } finally {
      this.#nested -= 1;
    }
  }
}

/** The name of a tool; a description of anything else. */
export function nameOf(tool: unknown): string {
  return (isObject(tool) ? readText(tool, "name") : undefined) ?? describe(tool);
}

function tooMany(): OptionError {
  return new OptionError(
    `more than ${MOST} calls are in the manager's steps at once: a step that executes a tool must pass { origin: call.origin }`,
  );
}
