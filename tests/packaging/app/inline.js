/** Uses the core in the very task that imports it. */
import { ToolExecutionManager, ToolRegistry } from "ag-ui-lit/inline";

const registry = new ToolRegistry();
registry.register({
  name: "greet",
  description: "Greets a person by name.",
  schema: { properties: { name: { type: "string" } }, required: ["name"] },
  handler: ({ name }) => `Hello, ${name}!`,
});
new ToolExecutionManager()
  .execute(registry.get("greet"), "call", { name: "Ada" })
  .then((outcome) => {
    globalThis.outcome = outcome;
  });
