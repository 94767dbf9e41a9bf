/**
 * `ag-ui-lit/toolbox`: tools that a page can give its agent at once. They are written in Rust, in a WebAssembly module of their
 * own that is loaded when one of them runs first. Importing this loads nothing.
 *
 * @module
 */
export { agentTools } from "./toolbox/agents.js";
export {
  type Availability,
  type FileEditMetadata,
  type FileMultiEditMetadata,
  type FileReadMetadata,
  type FileRoot,
  type FileToolsOptions,
  type FileWriteMetadata,
  fileAvailability,
  fileTools,
  type GlobFile,
  type GlobMetadata,
  type GrepFile,
  type GrepMetadata,
  type LineEnding,
  type SearchToolsOptions,
  searchAvailability,
  searchTools,
} from "./toolbox/files.js";
export { loadToolbox } from "./toolbox/module.js";
