/**
 * `ag-ui-lit/toolbox`: tools that a page can give its agent at once. They are written in Rust, in a WebAssembly module of their
 * own that is loaded when one of them runs first. Importing this loads nothing.
 *
 * @module
 */
export { agentTools } from "./toolbox/agents.js";
export type { Availability } from "./toolbox/availability.js";
export { imageOf } from "./toolbox/images.js";
export { loadToolbox } from "./toolbox/module.js";
export {
  type PageAction,
  type PageToolsOptions,
  pageAvailability,
  pageTools,
} from "./toolbox/page.js";
