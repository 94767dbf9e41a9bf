/** For entries that have the core and the JSON Schema module in themselves. */
import { inlineJsonSchema } from "../core/json-schema.js";
import { core } from "../core/load.js";
import type { InitSource } from "../core/module-loader.js";
import { applyOptions, type InitOptions, loadOthers } from "./init.js";

/** Starts the core, at once; the JSON Schema module when a plain JSON Schema is met first. */
export function startWith<Source extends BufferSource | WebAssembly.Module>(
  coreSource: Source,
  jsonSchema: () => Source,
): void {
  core.loadSync(coreSource);
  inlineJsonSchema(jsonSchema);
}

/** Loads neither the core nor JSON Schema, which are part of the script here. Every other option counts as in a browser. */
export async function init(given?: InitSource | InitOptions): Promise<void> {
  const results = await Promise.allSettled(loadOthers(applyOptions(given)));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
