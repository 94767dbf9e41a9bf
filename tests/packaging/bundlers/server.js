/** What runs in Node: a tool, and the element's module beside it. */
import { registerTool, ToolExecutionManager } from "ag-ui-lit";
import { AgUiAgent } from "ag-ui-lit/element";

registerTool({ name: "greet", description: "Greets.", schema: {}, handler: () => "Hello!" })
  .then(({ tool }) => new ToolExecutionManager().execute(tool, "call", "{}"))
  .then(({ result }) => console.log(result, typeof AgUiAgent));
