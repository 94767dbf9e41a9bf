import { whenReady } from "../core/state.js";
import { prepareTool } from "./define.js";
import type { RegisterOptions, ToolRegistration, ToolRegistry } from "./registry.js";
import type { ToolDefinition } from "./types.js";

/** Registers a tool as soon as the core is loaded, and for a schema that only the engine can judge, the engine. */
export async function registerWhenReady<TArgs>(
  registry: () => ToolRegistry,
  definition: ToolDefinition<TArgs>,
  options?: RegisterOptions,
): Promise<ToolRegistration> {
  await whenReady;
  const engine = prepareTool(definition);
  if (engine) await engine;
  return registry().register(definition, options);
}
