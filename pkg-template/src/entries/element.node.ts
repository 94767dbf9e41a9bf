/**
 * `ag-ui-lit/element` in Node: the core is there at import, so that a DOM in Node, as tests have it, needs no file.
 *
 * @module
 */
import "./inline.js";

export * from "./element.js";
