/**
 * `ag-ui-lit/server` in Node, where the core is part of the script and ready at import.
 *
 * @module
 */
import "./inline.js";

export * from "./server.js";
