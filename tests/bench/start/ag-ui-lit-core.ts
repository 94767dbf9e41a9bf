/** The core alone: the engine comes when the page has nothing else to do, as `<ag-ui-agent>` loads it. */
import { init, registerTool, ToolExecutionManager } from "ag-ui-lit";
import { description, handler, jsonSchema, toolName } from "../contenders/task.js";
import { engineIsThere } from "./engine-is-there.js";
import { run } from "./start.js";

performance.mark("app runs");
void init({ engine: null }).then(() => requestIdleCallback(() => init()));
const { tool } = await registerTool({ name: toolName, description, schema: jsonSchema, handler });
performance.mark("registered");
const manager = new ToolExecutionManager();

await run(async (text) => {
  const outcome = await manager.execute(tool, "call_1", text);
  return outcome.success ? outcome.result : outcome.error;
}, engineIsThere);
