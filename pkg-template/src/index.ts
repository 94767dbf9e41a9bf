/**
 * `ag-ui-lit` in browsers: `await init()` first.
 *
 * @module
 */
export * from "./api.js";
export { init } from "./core/packaged.js";
