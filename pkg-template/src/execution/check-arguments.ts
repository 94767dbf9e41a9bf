import { ArgumentsReader } from "../arguments/arguments-reader.js";
import { fromJson } from "../core/json.js";
import type { ManagerOptions } from "../core/raw.js";
import { deepFreeze } from "../tools/deep-freeze.js";
import type { CompiledTool } from "../tools/define.js";
import type { RegisteredTool } from "../tools/types.js";
import { type ArgumentsText, invalidArguments } from "./arguments.js";
import { validateWith } from "./call-executor.js";
import type { Findings } from "./checked-arguments.js";
import type { ExecutionPlan } from "./executor.js";
import { askTool, type Verdict } from "./own-validation.js";
import type { ToolError } from "./types.js";

/** What to check, and how. */
export interface CheckOrder {
  readonly options: ManagerOptions;
  readonly plan: ExecutionPlan;
  readonly tool: RegisteredTool;
  readonly compiled: CompiledTool;
  readonly args: ArgumentsText;
}

/** Checks arguments as an execution would, and runs nothing. */
export async function checkArguments(order: CheckOrder): Promise<Findings> {
  const { options, plan, tool, compiled, args } = order;
  const { text, fault } = args;
  if (fault !== undefined) return refused(text, invalidArguments(fault));
  const { value: shown, error } = readWhole(text, options);
  if (error !== undefined) return refused(text, unreadable(error));
  deepFreeze(shown);
  const fresh = (): Record<string, unknown> => readWhole(text, options).value;
  const verdict = await ask(plan, tool, compiled, fresh);
  if (verdict?.accepted === false) return { ...refused(text, verdict.error), args: shown };
  if (plan.validates && !compiled.validate) {
    const fault = fromJson(compiled.raw.fault(text, options.maxDepth));
    if (fault) return { ...refused(text, fault), args: shown };
  }
  return {
    text,
    args: shown,
    verdict,
    get value() {
      return verdict ? verdict.value : fresh();
    },
  };
}

/** Reads text by a manager's rules. */
function readWhole(
  text: string,
  { maxDepth, bigIntegers }: ManagerOptions,
): { value: Record<string, unknown>; error: string | undefined } {
  const reader = new ArgumentsReader({ maxDepth, bigIntegers });
  reader.push(text);
  reader.end();
  const { value, error } = reader;
  reader.free();
  return { value, error };
}

/** As `Run` asks: the tool's own validator, else the executor's, if there is one. */
function ask(
  plan: ExecutionPlan,
  tool: RegisteredTool,
  compiled: CompiledTool,
  fresh: () => Record<string, unknown>,
): Promise<Verdict | undefined> {
  const { validates, executor } = plan;
  return new Promise((resolve) => {
    if (validates && compiled.validate) askTool(compiled.validate, fresh(), resolve);
    else if (executor?.validate) validateWith(executor, tool, fresh(), resolve);
    else resolve(undefined);
  });
}

function refused(text: string, error: ToolError): Findings {
  const args = Object.freeze({});
  return { text, args, verdict: { accepted: false, error }, value: undefined };
}

/** As the core words it for an execution. */
function unreadable(message: string): ToolError {
  return { ...invalidArguments(message), validationErrors: [{ path: [], message }] };
}
