/** A plain page with a JSON Schema tool: `init()` loads both modules side by side. */
import { init } from "ag-ui-lit";
import { jsonSchema } from "../contenders/task.js";
import { runTool } from "./run-tool.js";

await init();
await runTool(jsonSchema);
