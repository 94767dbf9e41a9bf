/**
 * `ag-ui-lit` in Node: ready at import, read from disk. Touches no DOM.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { core } from "./core/load.js";
import { engine } from "./engine/load.js";
import { patterns } from "./patterns/load.js";

core.loadSync(readFileSync(new URL("./generated/core_bg.wasm", import.meta.url)));
engine.loadSync(readFileSync(new URL("./generated/engine_bg.wasm", import.meta.url)));
patterns.loadSync(readFileSync(new URL("./generated/patterns_bg.wasm", import.meta.url)));

export * from "./api.js";

/** Does nothing here: everything is loaded already. */
export async function init(): Promise<void> {}
