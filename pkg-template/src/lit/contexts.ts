import { createContext } from "@lit/context";
import type { ToolExecutionManager } from "../execution/manager.js";
import type { ToolRegistry } from "../tools/registry.js";

/**
 * The registry of a part of the page. `<ag-ui-agent>` and `ToolController` use it unless they are given one; without a
 * provider, they use the global one.
 */
export const registryContext = createContext<ToolRegistry>(Symbol("ag-ui-lit registry"));

/** The manager for the tools of a part of the page. `<ag-ui-agent>` uses it by default. */
export const managerContext = createContext<ToolExecutionManager>(Symbol("ag-ui-lit manager"));
