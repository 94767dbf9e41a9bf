/**
 * `ag-ui-lit/standalone` in Node, where its packages are installed and the one file that browsers load is of no use.
 *
 * @module
 */
export * from "./element.js";
export * from "./inline.js";
