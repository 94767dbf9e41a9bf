/**
 * `ag-ui-lit/chat`: defines `<ag-ui-chat>` and `<ag-ui-chat-popup>`, once. Importing it in Node is harmless.
 *
 * @module
 */
import { AgUiChat } from "../chat/ag-ui-chat.js";
import { AgUiChatPopup } from "../chat/ag-ui-chat-popup.js";
import { AgUiComposer } from "../chat/composer/composer.js";

if (globalThis.customElements) {
  if (!customElements.get("ag-ui-composer")) customElements.define("ag-ui-composer", AgUiComposer);
  if (!customElements.get("ag-ui-chat")) customElements.define("ag-ui-chat", AgUiChat);
  if (!customElements.get("ag-ui-chat-popup")) {
    customElements.define("ag-ui-chat-popup", AgUiChatPopup);
  }
}

export { AgUiChat } from "../chat/ag-ui-chat.js";
export { AgUiChatPopup } from "../chat/ag-ui-chat-popup.js";
export * from "../chat/composer/index.js";
export type { AgUiChatEventMap } from "../chat/event-map.js";
export { allChatParts as chatParts, allPopupParts as popupParts } from "../chat/exported-parts.js";
export type { MarkdownOptions } from "../chat/markdown/render/options.js";
export type { AgUiChatPopupEventMap } from "../chat/popup-events.js";
export { AgentController, type AgentFollower } from "../look/agent-controller.js";
export type { ChatStrings } from "../texts/chat/strings.js";
export type { OwnStrings, Strings } from "../texts/strings.js";
