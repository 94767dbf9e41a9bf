/**
 * `ag-ui-lit/standalone-chat` in Node, with the installed packages instead of the one file for browsers.
 *
 * @module
 */
export * from "./chat.js";
export * from "./standalone.node.js";
export { humanTool, registerActivityView, registerToolView } from "./views.js";
