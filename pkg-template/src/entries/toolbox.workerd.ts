/**
 * `ag-ui-lit/toolbox` in workerd (Cloudflare Workers), where its modules are compiled with the worker.
 *
 * @module
 */
import { bringModule } from "../core/found-file.js";
import bash from "../generated/toolbox_bash_bg.wasm";
import light from "../generated/toolbox_bg.wasm";
import files from "../generated/toolbox_files_bg.wasm";
import page from "../generated/toolbox_page_bg.wasm";
import web from "../generated/toolbox_web_bg.wasm";

bringModule("toolbox", () => light);
bringModule("toolbox.files", () => files);
bringModule("toolbox.web", () => web);
bringModule("toolbox.page", () => page);
bringModule("toolbox.bash", () => bash);

export * from "./toolbox.js";
