/**
 * `ag-ui-lit/standalone` in workers.
 *
 * @module
 */
export * from "./element.worker.js";
export * from "./index.js";
