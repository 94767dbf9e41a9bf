/** `init()` waits for everything: the core and the engine. */
import { init, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import { description, handler, jsonSchema, toolName } from "../contenders/task.js";
import { run } from "./start.js";

performance.mark("app runs");
await init();
performance.mark("ready");
const registration = { name: toolName, description, schema: jsonSchema, handler };
const { tool } = new ToolRegistry().register(registration);
performance.mark("registered");
const manager = new ToolExecutionManager();

await run(async (text) => {
  const outcome = await manager.execute(tool, "call_1", text);
  return outcome.success ? outcome.result : outcome.error;
});
