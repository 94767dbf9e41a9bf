/**
 * `ag-ui-lit/providers`: a registry's tools for the APIs of models, and their calls back. Importing this loads nothing.
 *
 * @module
 */
export { loadModels } from "./models/load.js";
