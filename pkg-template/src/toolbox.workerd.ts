/**
 * `ag-ui-lit/toolbox` in workerd (Cloudflare Workers), where its module is compiled with the worker.
 *
 * @module
 */
import { bringModule } from "./core/found-file.js";
import toolbox from "./generated/toolbox_bg.wasm";

bringModule("toolbox", () => toolbox);

export * from "./toolbox.js";
