/**
 * `ag-ui-lit/toolbox` in Node, with its modules in the script: a bundle can't count on files next to it.
 *
 * @module
 */
import { bringBytes } from "../core/found-file.js";

bringBytes("toolbox", () => import("../generated/toolbox_bytes.js"));
bringBytes("toolbox.files", () => import("../generated/toolbox_files_bytes.js"));
bringBytes("toolbox.web", () => import("../generated/toolbox_web_bytes.js"));
bringBytes("toolbox.page", () => import("../generated/toolbox_page_bytes.js"));
bringBytes("toolbox.bash", () => import("../generated/toolbox_bash_bytes.js"));

export * from "./toolbox.js";
