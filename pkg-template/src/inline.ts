/**
 * `ag-ui-lit/inline`: the core is part of the script and ready at import, for plain pages and tests. It is also what
 * `ag-ui-lit` is in Node, where a bundle can't count on a file beside it. Touches no DOM.
 *
 * @module
 */
import { core } from "./core/load.js";
import base64 from "./generated/core_bytes.js";

core.loadSync(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));

export * from "./api.js";

/** Does nothing here: the core is loaded already. */
export async function init(): Promise<void> {}
