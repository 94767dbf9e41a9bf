/**
 * `ag-ui-lit/element` in browsers: it loads the core from the package's file.
 *
 * @module
 */
import "../core/packaged.js";

export * from "./element.js";
