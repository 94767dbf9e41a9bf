/** `ag-ui-lit/chat`: elements by their names, their properties and their events, without a cast. */
import {
  AgentController,
  type AgUiChat,
  type AgUiChatPopup,
  type ChatStrings,
} from "ag-ui-lit/chat";
import { english } from "ag-ui-lit/chat/english";
import { german } from "ag-ui-lit/chat/german";
import type { AgUiAgent } from "ag-ui-lit/element";
import { LitElement } from "lit";
import { exactly } from "./expect.js";

const chat = document.createElement("ag-ui-chat");
exactly<AgUiChat>()(chat);
chat.strings = german;
chat.strings = { chat: { emptyTitle: "Tea?", newest: (count) => `${count} more` } };
// @ts-expect-error there is no such text
chat.strings = { chat: { emptyTitel: "Tea?" } };
chat.agent = document.querySelector("ag-ui-agent");
exactly<AgUiAgent | undefined>()(chat.agent);
chat.allowImage = ({ origin }) => origin === "https://example.com";
exactly<ChatStrings>()(english.chat);

chat.addEventListener("ag-ui-chat-feedback", ({ detail }) => {
  exactly<"good" | "bad" | undefined>()(detail.value);
});
document.addEventListener("ag-ui-chat-edit", (event) => {
  exactly<string>()(event.detail.messageId);
  event.preventDefault();
});

const popup = document.createElement("ag-ui-chat-popup");
exactly<AgUiChatPopup>()(popup);
exactly<AgUiChat | null>()(popup.chat);
popup.addEventListener("ag-ui-chat-opened", ({ detail }) => exactly<null>()(detail));

/** An element of a page's own that finds its agent in the same way. */
export class AgentStatus extends LitElement {
  readonly #agents = new AgentController(this, (agent) => {
    exactly<AgUiAgent | undefined>()(agent);
  });

  get isRunning(): boolean {
    return this.#agents.agent?.isRunning ?? false;
  }
}
