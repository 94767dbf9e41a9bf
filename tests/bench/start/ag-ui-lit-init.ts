/** A plain page: everything after `init()`. */
import { init, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import { description, handler, jsonSchema, toolName } from "../contenders/task.js";
import { run } from "./start.js";

await init();
const registration = { name: toolName, description, schema: jsonSchema, handler };
const { tool } = new ToolRegistry().register(registration);
const manager = new ToolExecutionManager();

await run(async (text) => {
  const outcome = await manager.execute(tool, "call_1", text);
  return outcome.success ? outcome.result : outcome.error;
});
