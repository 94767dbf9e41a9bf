import { deepFreeze } from "../../tools/deep-freeze.js";
import { discardTool } from "../../tools/define.js";
import { checkClientTools } from "./checked-tools.js";
import type { ToolDefinition } from "./definition.js";

/** So many faults stand in an error's message; `errors` has them all. */
const MOST_SHOWN = 20;

/** A client's list of tools breaks rules: nothing of it was taken. */
export class ClientToolDefinitionsError extends Error {
  override readonly name = "ClientToolDefinitionsError";
  /** Every fault of every definition, with its place in the list: `[2].function.name: must be …`. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    const more = errors.length - MOST_SHOWN;
    const shown = more > 0 ? [...errors.slice(0, MOST_SHOWN), `and ${more} more`] : errors;
    super(`Invalid client tool definitions: ${shown.join("; ")}`);
    this.errors = Object.freeze([...errors]);
  }
}

/** What `safeValidateToolDefinitions` gives. */
export type SafeValidation =
  | { readonly success: true; readonly data: readonly ToolDefinition[]; readonly errors?: never }
  | { readonly success: false; readonly errors: readonly string[]; readonly data?: never };

/**
 * Checks a client's list of tools, and takes all of it or nothing. What it gives are frozen copies, each in the shape that it came in,
 * without fields that nobody knows.
 *
 * @throws {ClientToolDefinitionsError} with every fault of every definition.
 * @throws {NotInitializedError} before the core and the JSON Schema module are loaded (in Node they are, at import).
 * @example
 * ```ts
 * const tools = validateToolDefinitions(JSON.parse(body).tools);
 * ```
 */
export function validateToolDefinitions(tools: unknown): readonly ToolDefinition[] {
  const { success, data, errors } = safeValidateToolDefinitions(tools);
  if (success) return data;
  throw new ClientToolDefinitionsError(errors);
}

/**
 * The same, for whoever wants no exception.
 *
 * @throws {NotInitializedError} as `validateToolDefinitions`: that is no fault of the list.
 */
export function safeValidateToolDefinitions(tools: unknown): SafeValidation {
  const checked = checkClientTools(tools);
  for (const { tool } of checked.tools) discardTool(tool);
  if (checked.faults.length > 0) {
    return { success: false, errors: checked.faults.map(({ message }) => message) };
  }
  return {
    success: true,
    data: Object.freeze(checked.tools.map(({ given }) => deepFreeze(given))),
  };
}
