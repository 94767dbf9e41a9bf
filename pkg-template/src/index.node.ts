/**
 * `ag-ui-lit` in Node: ready at import, read from disk. Touches no DOM.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { core } from "./core/load.js";

core.loadSync(readFileSync(new URL("./generated/core_bg.wasm", import.meta.url)));

export * from "./api.js";

/** Does nothing here: the core is loaded already. */
export async function init(): Promise<void> {}
