/** What a user of the package writes. Says in `outcome` how it went. */
import { globalToolRegistry, init, registerTool, ToolExecutionManager } from "ag-ui-lit";
import "ag-ui-lit/element";
import { z } from "zod";

async function main() {
  // Before the core is loaded: waits for it.
  const registered = registerTool({
    name: "greet",
    description: "Greets a person by name.",
    schema: z.object({ name: z.string().default("World") }),
    handler: ({ name }) => `Hello, ${name}!`,
  });
  await init();
  await registered;
  globalToolRegistry.register({
    name: "add",
    description: "Adds two numbers.",
    schema: { properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
    handler: ({ a, b }) => a + b,
  });
  const manager = new ToolExecutionManager();
  const run = async (name, args) => {
    const tool = globalToolRegistry.get(name);
    const { result, error } = await manager.execute(tool, `call ${name}`, args);
    return result ?? error.category;
  };
  return {
    zod: await run("greet", "{}"),
    jsonSchema: await run("add", '{"a": 1, "b": 2}'),
    refused: await run("add", '{"a": "one", "b": 2}'),
    element: document.createElement("ag-ui-agent").maxRounds,
  };
}

globalThis.outcome = await main().catch((error) => ({ failed: String(error) }));
