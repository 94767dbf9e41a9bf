import { isObject } from "../codec/safe-read.js";
import { OptionError } from "../options/option-error.js";
import {
  managerFields,
  type RetryConfig,
  type ToolExecutionManagerOptions,
} from "../options/options.js";
import { hasMethods } from "../options/rules.js";
import { refuseUnknown } from "../options/unknown-options.js";
import type { ToolExecutor } from "./executor.js";

/** Options of a `ToolExecutionManager` in one object. */
export interface ToolExecutionManagerSettings extends ToolExecutionManagerOptions {
  /** Runs the tools. By default the arguments are validated and the handler is called. */
  readonly executor?: ToolExecutor;
  /** The schedule of retries, unless a tool's metadata overrides it. @default DEFAULT_RETRY_CONFIG */
  readonly retryConfig?: RetryConfig;
}

const whole = "new ToolExecutionManager()";

/**
 * Reads the arguments of `new ToolExecutionManager()`: one object, or the parts one after the other.
 *
 * @throws {OptionError} when the first is neither options nor an executor, and for an option that is not one.
 */
export function settingsOf(
  first: ToolExecutor | ToolExecutionManagerSettings | undefined,
  retryConfig: RetryConfig | undefined,
  options: ToolExecutionManagerOptions | undefined,
): ToolExecutionManagerSettings {
  if (isSettings(first) && retryConfig === undefined && options === undefined) {
    refuseUnknown(whole, first, [...managerFields, "executor", "retryConfig"]);
    checkExecutor(first.executor);
    return first;
  }
  refuseUnknown(whole, options ?? {}, managerFields);
  checkExecutor(first);
  const executor = first as ToolExecutor | undefined;
  return { ...options, ...(executor && { executor }), ...(retryConfig && { retryConfig }) };
}

function isSettings(first: unknown): first is ToolExecutionManagerSettings {
  return isObject(first) && !("execute" in first);
}

function checkExecutor(executor: unknown): void {
  if (executor === undefined) return;
  if (hasMethods(executor, "execute")) return;
  throw new OptionError(
    "executor must have an execute() method. Options without an executor are one object: new ToolExecutionManager({ timeout })",
  );
}
