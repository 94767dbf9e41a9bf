/**
 * `ag-ui-lit/lit`: tools of Lit components. Importing it in Node is harmless.
 *
 * @module
 */
export { managerContext, registryContext } from "../lit/contexts.js";
export {
  type DefinitionList,
  ToolController,
  type ToolControllerOptions,
  type ToolListMaker,
  type TypedTool,
  tool,
} from "../lit/tool-controller.js";
export { ToolProvider, type ToolProviderOptions } from "../lit/tool-provider.js";
