/** One step after the other, to see what each takes; a page does them side by side. */
import { init, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import coreFile from "ag-ui-lit/core.wasm?url";
import jsonSchemaFile from "ag-ui-lit/json-schema.wasm?url";
import { description, handler, jsonSchema, toolName } from "../contenders/task.js";
import { run } from "./start.js";

performance.mark("app runs");
const coreBytes = await (await fetch(coreFile)).arrayBuffer();
performance.mark("core fetched");
const core = await WebAssembly.compile(coreBytes);
performance.mark("core compiled");
const jsonSchemaBytes = await (await fetch(jsonSchemaFile)).arrayBuffer();
performance.mark("JSON Schema module fetched");
const module = await WebAssembly.compile(jsonSchemaBytes);
performance.mark("JSON Schema module compiled");
await init({ core, jsonSchema: module });
performance.mark("both instantiated");
const registry = new ToolRegistry();
const { tool } = registry.register({ name: toolName, description, schema: jsonSchema, handler });
performance.mark("first registered");
const manager = new ToolExecutionManager();

await run(async (text) => {
  const outcome = await manager.execute(tool, "call_1", text);
  performance.mark("first executed");
  return outcome.success ? outcome.result : outcome.error;
});
