/**
 * `ag-ui-lit/standalone-chat` in Node, where its packages are installed and the one file that browsers load is of no use.
 *
 * @module
 */
export * from "./chat.js";
export * from "./standalone.node.js";
export { humanTool, registerActivityView, registerToolView } from "./views.js";
