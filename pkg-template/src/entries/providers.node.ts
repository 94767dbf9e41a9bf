/**
 * `ag-ui-lit/providers` in Node, with its module in the script: a bundle can't count on a file next to it.
 *
 * @module
 */
import "../models/bytes.js";

export * from "./providers.js";
