/**
 * `ag-ui-lit` in browsers: `await init()` first. In Node, `ag-ui-lit/inline` takes its place.
 *
 * @module
 */
import "../core/packaged.js";

export { type InitOptions, init } from "../loading/init.js";
export * from "./api.js";
