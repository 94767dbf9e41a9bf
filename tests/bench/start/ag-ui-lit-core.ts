/**
 * The core alone, as `<ag-ui-agent>` loads it: the engine comes when the page has nothing else to do. No public name does
 * so without the element.
 */
import { registerTool, ToolExecutionManager } from "ag-ui-lit";
import { loadCore } from "../../../pkg/dist/core/packaged.js";
import { loadEngineWhenIdle } from "../../../pkg/dist/engine/idle.js";
import { description, handler, jsonSchema, toolName } from "../contenders/task.js";
import { engineIsThere } from "./engine-is-there.js";
import { run } from "./start.js";

performance.mark("app runs");
void loadCore().then(loadEngineWhenIdle);
const { tool } = await registerTool({ name: toolName, description, schema: jsonSchema, handler });
performance.mark("registered");
const manager = new ToolExecutionManager();

await run(async (text) => {
  const outcome = await manager.execute(tool, "call_1", text);
  return outcome.success ? outcome.result : outcome.error;
}, engineIsThere);
