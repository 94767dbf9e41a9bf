/**
 * `ag-ui-lit/standalone`: everything in one file with its dependencies, for a page without a build step. Defines
 * `<ag-ui-agent>`.
 *
 * @module
 */
import "../core/packaged.js";

export { type InitOptions, init } from "../loading/init.js";
export * from "./api.js";
export * from "./element.js";
