/** What a user of the package writes, whatever the bundler. Says in `outcome` how it went. */
import { globalToolRegistry, init, registerTool, ToolExecutionManager } from "ag-ui-lit";
import "ag-ui-lit/element";

async function main() {
  // Shares a load that is under way.
  await init();
  await registerTool({
    name: "greet",
    description: "Greets.",
    schema: {},
    handler: () => "Hello!",
  });
  document.body.append(document.createElement("ag-ui-agent"));
  const outcome = await new ToolExecutionManager().execute(
    globalToolRegistry.get("greet"),
    "call",
    "{}",
  );
  return { result: outcome.result };
}

main().then(
  (outcome) => Object.assign(globalThis, { outcome }),
  (error) => Object.assign(globalThis, { outcome: { error: error.message } }),
);
