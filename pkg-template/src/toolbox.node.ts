/**
 * `ag-ui-lit/toolbox` in Node, where its module is part of the script: a bundle can't count on a file beside it.
 *
 * @module
 */
import { bringBytes } from "./core/found-file.js";

bringBytes("toolbox", () => import("./generated/toolbox_bytes.js"));

export * from "./toolbox.js";
