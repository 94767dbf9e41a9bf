/**
 * `ag-ui-lit/inline`: both modules are part of the script, for plain pages and tests. The core is ready at import; the
 * JSON Schema module is compiled, at once, when a plain JSON Schema is met first. It is also what `ag-ui-lit` is in Node,
 * where a bundle can't count on a file beside it. Touches no DOM.
 *
 * @module
 */
import { inlineJsonSchema } from "./core/json-schema.js";
import { core } from "./core/load.js";
import type { InitSource } from "./core/module-loader.js";
import coreBytes from "./generated/core_bytes.js";
import jsonSchemaBytes from "./generated/json_schema_bytes.js";
import { applyOptions, type InitOptions } from "./loading/init.js";

core.loadSync(bytesOf(coreBytes));
inlineJsonSchema(() => bytesOf(jsonSchemaBytes));

export * from "./api.js";
export type { InitOptions } from "./loading/init.js";

/** Loads nothing here, where both modules are part of the script; `init({ validator })` is heeded. */
export async function init(given?: InitSource | InitOptions): Promise<void> {
  applyOptions(given);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
