/** What a page writes that uses the toolbox. Says in `outcome` how it went. */
import { init, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import { agentTools } from "ag-ui-lit/toolbox";

async function main() {
  await init({ validator: false });
  const registry = new ToolRegistry();
  for (const tool of agentTools()) registry.register(tool);
  const manager = new ToolExecutionManager();
  const { result, error } = await manager.execute(registry.get("thinking"), "call", {
    thought: "First this.",
  });
  return { result: result ?? error.message };
}

main().then(
  (outcome) => Object.assign(globalThis, { outcome }),
  (error) => Object.assign(globalThis, { outcome: { error: error.message } }),
);
