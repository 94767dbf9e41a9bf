/** A tool of the toolbox in Node, which reads the module from the package. */
import { ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import { agentTools } from "ag-ui-lit/toolbox";

const registry = new ToolRegistry();
for (const tool of agentTools()) registry.register(tool);
const manager = new ToolExecutionManager();
const { success, error } = await manager.execute(registry.get("thinking"), "call", {
  thought: "First this.",
});
console.log(success ? "thought" : error.message);
