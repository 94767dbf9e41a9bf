/**
 * `ag-ui-lit/standalone-chat`: everything of `ag-ui-lit/standalone`, and the chat, in one file with its dependencies,
 * for a page without a build step. Defines `<ag-ui-agent>`, `<ag-ui-chat>` and `<ag-ui-chat-popup>`.
 *
 * @module
 */
import "../core/packaged.js";

export { type InitOptions, init } from "../loading/init.js";
export * from "./api.js";
export * from "./chat.js";
export * from "./element.js";
export { humanTool, registerActivityView, registerToolView } from "./views.js";
