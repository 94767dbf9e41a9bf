/**
 * `ag-ui-lit/standalone` in workerd (Cloudflare Workers).
 *
 * @module
 */
export * from "./element.worker.js";
export * from "./index.workerd.js";
