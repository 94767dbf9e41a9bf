/** The guide's way where the bundler carries no file. */
import { init } from "ag-ui-lit";
import { loadToolbox } from "ag-ui-lit/toolbox";

init({ core: new URL("core_bg.wasm", import.meta.url), validator: false });
loadToolbox(new URL("toolbox_bg.wasm", import.meta.url));
await import("./toolbox.js");
