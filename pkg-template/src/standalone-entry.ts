/**
 * `ag-ui-lit/standalone`: everything in one file with its dependencies, for a page without a build step. Defines
 * `<ag-ui-agent>`.
 *
 * @module
 */
export * from "./api.js";
export { init } from "./core/packaged.js";
export * from "./element.js";
