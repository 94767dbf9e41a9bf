import {
  type ManagerOptions,
  RawDirective,
  RawExecutionManager,
  type RawTool,
} from "../core/raw.js";
import type { CompiledTool } from "../tools/define.js";
import type { RegisteredTool } from "../tools/types.js";
import { type ArgumentsText, ArgumentsValue, readableText } from "./arguments.js";
import { validateWith } from "./call-executor.js";
import type { Findings } from "./checked-arguments.js";
import { now } from "./clock.js";
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

/** Made once per tool: its schema is compiled on first use. */
const spares = new WeakMap<CompiledTool, RawTool>();

/**
 * Checks arguments as an execution would, and runs nothing. The core checks within executions only, so this begins one
 * where nobody sees it: in a manager of its own, of a tool whose statistics nobody reads.
 */
export async function checkArguments(order: CheckOrder): Promise<Findings> {
  const { options, plan, tool, compiled, args } = order;
  const { text, fault } = args;
  if (fault !== undefined) return refused(text, new ArgumentsValue(undefined), invalid(fault));
  const raw = new RawExecutionManager(options);
  try {
    const key = raw.begin(spareOf(compiled), text, now());
    const value = new ArgumentsValue(
      readableText(raw, key, text),
      options.bigIntegers === "bigint" ? bigIntegersOf(raw, key) : undefined,
    );
    // A fresh manager has no queue, no open circuit and no earlier result: it always goes on to the validation.
    let directive = raw.start(key, now());
    if (directive === RawDirective.Validate) {
      directive = plan.validates ? raw.validate(key, now()) : raw.skipValidation(key, now());
    }
    if (directive === RawDirective.Fail) {
      return refused(text, value, raw.error(key) ?? invalid("The arguments were refused."));
    }
    const isAsking = directive === RawDirective.AskTool;
    const verdict = isAsking ? await ask(plan, tool, compiled, value) : undefined;
    if (verdict?.accepted === false) return refused(text, value, verdict.error);
    return {
      text,
      args: value.shown,
      verdict,
      get value() {
        return verdict ? verdict.value : value.fresh();
      },
    };
  } finally {
    raw.free();
  }
}

/** As `Run` asks: the tool's own validator, else the executor's, if there is one. */
function ask(
  plan: ExecutionPlan,
  tool: RegisteredTool,
  compiled: CompiledTool,
  value: ArgumentsValue,
): Promise<Verdict | undefined> {
  const { validates, executor } = plan;
  return new Promise((resolve) => {
    if (validates && compiled.validate) askTool(compiled.validate, value.fresh(), resolve);
    else if (executor?.validate) validateWith(executor, tool, value.fresh(), resolve);
    else resolve(undefined);
  });
}

function refused(text: string, value: ArgumentsValue, error: ToolError): Findings {
  return { text, args: value.shown, verdict: { accepted: false, error }, value: undefined };
}

/** Read while the manager still lives. */
function bigIntegersOf(raw: RawExecutionManager, key: number) {
  const integers = raw.bigIntegers(key);
  return () => integers;
}

function spareOf(compiled: CompiledTool): RawTool {
  const known = spares.get(compiled);
  if (known) return known;
  const made = compiled.again();
  spares.set(compiled, made);
  return made;
}

function invalid(message: string): ToolError {
  return { category: "validation", message, retryable: false };
}
