import type { UserMessage } from "@ag-ui/core";

/** The events of `<ag-ui-chat>`. All bubble, are composed, and can be cancelled: then the chat does not do what they announce. */
export interface AgUiChatEventMap {
  /** A message is about to be copied: its Markdown, or the person's text. */
  "ag-ui-chat-copy": CustomEvent<{ readonly messageId: string; readonly text: string }>;
  /** A message of the agent is about to be answered again: the thread is cut at the message that it answers. */
  "ag-ui-chat-regenerate": CustomEvent<{ readonly messageId: string }>;
  /** A message of the person was edited: the thread is about to be cut there, and `content` to be sent. */
  "ag-ui-chat-edit": CustomEvent<{
    readonly messageId: string;
    readonly content: UserMessage["content"];
  }>;
  /** The last message of the person is about to be sent again, after a failure. */
  "ag-ui-chat-retry": CustomEvent<{ readonly messageId: string }>;
  /** The person rates an answer, or takes the rating back. The chat keeps it only as long as the page is open. */
  "ag-ui-chat-feedback": CustomEvent<{
    readonly messageId: string;
    readonly value: "good" | "bad" | undefined;
  }>;
}

declare global {
  // The events bubble, so that any element, the document and the window may listen for them.
  interface GlobalEventHandlersEventMap extends AgUiChatEventMap {}
}
