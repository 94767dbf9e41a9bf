/**
 * `ag-ui-lit/text` in Node, where the module behind it is part of the script: a bundle can't count on a file beside it.
 *
 * @module
 */
import "../models/bytes.js";

export * from "./text.js";
