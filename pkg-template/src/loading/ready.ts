/** For entries that have the core and the JSON Schema module in themselves. */
import { inlineJsonSchema } from "../core/json-schema.js";
import { core } from "../core/load.js";
import type { InitSource } from "../core/module-loader.js";
import { applyOptions, type InitOptions } from "./init.js";

/** Starts the core, at once; the JSON Schema module when a plain JSON Schema is met first. */
export function startWith<Source extends BufferSource | WebAssembly.Module>(
  coreSource: Source,
  jsonSchema: () => Source,
): void {
  core.loadSync(coreSource);
  inlineJsonSchema(jsonSchema);
}

/** Loads nothing here, where both modules are part of the script; `init({ validator })` is heeded. */
export async function init(given?: InitSource | InitOptions): Promise<void> {
  applyOptions(given);
}
