/** The events of `<ag-ui-chat-popup>`. Both bubble and are composed. Those of the chat in it come from it, too. */
export interface AgUiChatPopupEventMap {
  /** The chat was opened. */
  "ag-ui-chat-opened": CustomEvent<null>;
  /** The chat was closed. */
  "ag-ui-chat-closed": CustomEvent<null>;
}

declare global {
  interface GlobalEventHandlersEventMap extends AgUiChatPopupEventMap {}
}
