/** What every app of ours does once the core is there. */
import { ToolExecutionManager, ToolRegistry, type ToolSchema } from "ag-ui-lit";
import { description, handler, toolName } from "../contenders/task.js";
import { run } from "./start.js";

export async function runTool(schema: ToolSchema<Record<string, unknown>>): Promise<void> {
  const { tool } = new ToolRegistry().register({ name: toolName, description, schema, handler });
  const manager = new ToolExecutionManager();
  await run(async (text) => {
    const outcome = await manager.execute(tool, "call_1", text);
    return outcome.success ? outcome.result : outcome.error;
  });
}
