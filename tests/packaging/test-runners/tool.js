/** What each runner runs: a tool is registered, and runs. Text beyond ASCII takes the encoder and the decoder. */
import { registerTool, ToolExecutionManager } from "ag-ui-lit";

export async function greet(name) {
  const { tool, unregister } = await registerTool({
    name: "greet",
    description: "Greets.",
    schema: { type: "object", properties: { name: { type: "string" } } },
    handler: (args) => `Hello, ${args.name}!`,
  });
  const outcome = await new ToolExecutionManager().execute(tool, "call", JSON.stringify({ name }));
  unregister();
  return outcome.result;
}
