import { init } from "ag-ui-lit";
import "ag-ui-lit/element";
import "./app/demo-app.js";

const app = document.querySelector("demo-app");
init().then(
  () => app?.coreReady(),
  (error: unknown) => {
    if (app) app.coreError = error instanceof Error ? error.message : String(error);
  },
);
