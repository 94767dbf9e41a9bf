/** A plain page whose tools bring zod: the JSON Schema module is never loaded. */
import { init } from "ag-ui-lit";
import { zodSchema } from "../contenders/zod-schema.js";
import { runTool } from "./run-tool.js";

await init({ validator: false });
await runTool(zodSchema);
