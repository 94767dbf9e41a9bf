import { html, nothing, type TemplateResult } from "lit";
import type { AgUiAgent } from "../element/ag-ui-agent.js";
import type { Strings } from "../texts/strings.js";
import type { ChatElement } from "./chat-element.js";
import { exportedComposerParts } from "./exported-parts.js";
import { icon } from "./icons.js";

/** The button that leads to the end of the conversation, with the number of messages that came below. */
export interface NewestButton {
  readonly count: number;
  readonly press: () => void;
}

/** The foot of a chat: the button to the newest message, the composer, and the slots around it. */
export function footView(
  chat: ChatElement,
  strings: Strings,
  newest: NewestButton | undefined,
): TemplateResult {
  const { agent } = chat;
  return html`<div class="foot" part="foot">
    ${newest ? newestView(newest, strings) : nothing}
    <slot name="suggestions"></slot>
    <slot name="before-composer"></slot>
    ${agent ? composerView(chat, agent, strings) : nothing}
    <slot name="after-composer"></slot>
    <slot name="footer"></slot>
  </div>`;
}

function newestView({ count, press }: NewestButton, { chat }: Strings): TemplateResult {
  return html`<button class="newest" part="newest" type="button" @click=${press}>
    ${icon("down")}<span>${chat.newest(count)}</span>
  </button>`;
}

function composerView(chat: ChatElement, agent: AgUiAgent, strings: Strings): TemplateResult {
  return html`<ag-ui-composer
    part="composer"
    exportparts=${exportedComposerParts}
    .agent=${agent}
    .strings=${strings}
    .suggestions=${chat.suggestions}
    .upload=${chat.upload}
    .accept=${chat.accept}
    .limits=${chat.limits}
    .interrupt=${chat.interrupt}
    .keepDrafts=${chat.keepDrafts}
  ></ag-ui-composer>`;
}
