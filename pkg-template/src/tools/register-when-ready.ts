import { whenReady } from "../core/state.js";
import type { RegisterOptions, ToolRegistration, ToolRegistry } from "./registry.js";
import type { ToolDefinition } from "./types.js";

/** Registers a tool as soon as the core is loaded. */
export async function registerWhenReady<TArgs>(
  registry: () => ToolRegistry,
  definition: ToolDefinition<TArgs>,
  options?: RegisterOptions,
): Promise<ToolRegistration> {
  await whenReady;
  return registry().register(definition, options);
}
