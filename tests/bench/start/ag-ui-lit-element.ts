/** The element loads the core, and `registerTool()` waits for it. */
import "ag-ui-lit/element";
import { registerTool, ToolExecutionManager } from "ag-ui-lit";
import { description, handler, jsonSchema, toolName } from "../contenders/task.js";
import { run } from "./start.js";

document.body.append(document.createElement("ag-ui-agent"));
const { tool } = await registerTool({ name: toolName, description, schema: jsonSchema, handler });
const manager = new ToolExecutionManager();

await run(async (text) => {
  const outcome = await manager.execute(tool, "call_1", text);
  return outcome.success ? outcome.result : outcome.error;
});
