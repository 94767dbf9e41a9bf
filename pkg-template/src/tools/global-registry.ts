import { registerWhenReady } from "./register-when-ready.js";
import { type RegisterOptions, type ToolRegistration, ToolRegistry } from "./registry.js";
import type { ToolDefinition } from "./types.js";

/** The registry that every `<ag-ui-agent>` uses unless it is given another. */
export const globalToolRegistry = new ToolRegistry();

/**
 * Registers a tool with the global registry as soon as the core is loaded, so it is safe at module scope.
 *
 * @returns a promise of the registration. It rejects with a `ToolDefinitionError` when the definition breaks a rule.
 *
 * @example
 * ```ts
 * registerTool({
 *   name: "page_title",
 *   description: "Reads the title of the page.",
 *   schema: {},
 *   handler: () => document.title,
 * });
 * ```
 */
export async function registerTool<TArgs = Record<string, unknown>>(
  definition: ToolDefinition<TArgs>,
  options?: RegisterOptions,
): Promise<ToolRegistration> {
  return registerWhenReady(() => globalToolRegistry, definition, options);
}
