import { init } from "ag-ui-lit";
import "ag-ui-lit/element";
import "./app/demo-app.js";
import { registerTools } from "./tools/index.js";

const app = document.querySelector("demo-app");
registerTools().catch((error: unknown) => console.error("A tool could not be registered:", error));
init().then(
  () => app?.coreReady(),
  (error: unknown) => {
    if (app) app.coreError = error instanceof Error ? error.message : String(error);
  },
);
