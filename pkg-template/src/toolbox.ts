/**
 * `ag-ui-lit/toolbox`: tools that a page can give its agent at once. They are written in Rust, in a WebAssembly module of their
 * own that is loaded when one of them runs first. Importing this loads nothing.
 *
 * @module
 */
export { agentTools } from "./toolbox/agents.js";
export type { Availability } from "./toolbox/availability.js";
export {
  type BackgroundContext,
  type BackgroundProcess,
  BackgroundProcesses,
  type BackgroundWork,
  backgroundProcesses,
} from "./toolbox/background.js";
export {
  type BashToolOptions,
  bashAvailability,
  bashTool,
  type CommandEnd,
  type RunCommand,
} from "./toolbox/bash.js";
export { loadToolbox } from "./toolbox/module.js";
export {
  type PageAction,
  type PageToolsOptions,
  pageAvailability,
  pageTools,
} from "./toolbox/page.js";
export {
  type TodoItem,
  type TodoStorage,
  TodoStore,
  type TodoStoreOptions,
  type TodoToolsOptions,
  todoAvailability,
  todoTools,
} from "./toolbox/todo.js";
export { type WebToolsOptions, webAvailability, webTools } from "./toolbox/web.js";
