/**
 * `ag-ui-lit/inline`: the core is part of the script and ready at import, for plain pages and tests.
 *
 * @module
 */
import { core } from "./core/load.js";
import { engine } from "./engine/load.js";
import coreBase64 from "./generated/core_bytes.js";
import engineBase64 from "./generated/engine_bytes.js";
import patternsBase64 from "./generated/patterns_bytes.js";
import { patterns } from "./patterns/load.js";

core.loadSync(bytes(coreBase64));
engine.loadSync(bytes(engineBase64));
patterns.loadSync(bytes(patternsBase64));

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

export * from "./api.js";

/** Does nothing here: everything is loaded already. */
export async function init(): Promise<void> {}
