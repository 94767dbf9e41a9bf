/** The element loads the core, and the engine when the page has nothing else to do. */
import "ag-ui-lit/element";
import { registerTool, ToolExecutionManager } from "ag-ui-lit";
import { description, handler, jsonSchema, toolName } from "../contenders/task.js";
import { engineIsThere } from "./engine-is-there.js";
import { run } from "./start.js";

performance.mark("app runs");
document.body.append(document.createElement("ag-ui-agent"));
const { tool } = await registerTool({ name: toolName, description, schema: jsonSchema, handler });
performance.mark("registered");
const manager = new ToolExecutionManager();

await run(async (text) => {
  const outcome = await manager.execute(tool, "call_1", text);
  return outcome.success ? outcome.result : outcome.error;
}, engineIsThere);
