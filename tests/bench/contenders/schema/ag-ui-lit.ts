import { init, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import type { Compiler } from "./compiler.js";

export const agUiLit: Compiler = {
  name: "ag-ui-lit: register, execute",
  kind: "ours",
  notes: ["after init(); the whole definition is checked"],
  async load() {
    await init();
    const registry = new ToolRegistry();
    const manager = new ToolExecutionManager();
    return ({ name, schema }, handler) => {
      const { tool } = registry.register({ name, description: "A tool.", schema, handler });
      return (text) => manager.execute(tool, "call_1", text);
    };
  },
};
