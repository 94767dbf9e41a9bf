/** A plain page with a JSON Schema tool and a validator of its own. */
import { init } from "ag-ui-lit";
import { cfworkerProvider } from "../contenders/cfworker-provider.js";
import { jsonSchema } from "../contenders/task.js";
import { runTool } from "./run-tool.js";

await init({ validator: cfworkerProvider });
await runTool(jsonSchema);
