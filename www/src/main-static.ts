import { init } from "ag-ui-lit";
import { serveInPage } from "../server/in-page.js";

// Before the page asks for anything. Without the core, main.ts shows why no tool can run.
await init().then(serveInPage, () => {});
await import("./main.js");
