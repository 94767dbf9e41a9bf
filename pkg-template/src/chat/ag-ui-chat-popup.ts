import {
  html,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from "lit";
import type { AgUiAgent } from "../element/ag-ui-agent.js";
import { withOwnStrings } from "../look/own-strings.js";
import { tokens } from "../look/tokens.js";
import { visuallyHidden } from "../look/visually-hidden.js";
import type { AgUiChat } from "./ag-ui-chat.js";
import { ChatElement } from "./chat-element.js";
import { allPopupParts, exportedChatParts } from "./exported-parts.js";
import { icon } from "./icons.js";
import { popupStyles } from "./popup.styles.js";
import { speakingChat } from "./speaking-chat.js";
import { UnreadMessages } from "./unread-messages.js";

/** The parts of `<ag-ui-chat-popup>`, for its manifest. */
export const AgUiChatPopupParts = allPopupParts;

/** The slots of the chat that the popup hands on, where the page fills them. */
const SLOTS = ["empty", "suggestions", "before-composer", "after-composer", "footer"];

/** What changes the number on the button. */
const COUNTED = [
  "ag-ui-messages-changed",
  "ag-ui-approval-request",
  "ag-ui-approval-settled",
  "ag-ui-interrupt",
  "ag-ui-run-finalized",
] as const;

/**
 * `<ag-ui-chat-popup>`: a floating button that opens an `<ag-ui-chat>` in a box above the page. On a narrow screen the box fills it.
 *
 * @slot header - In place of the title.
 * @slot launcher - In place of the picture in the button.
 * @slot empty - As in `<ag-ui-chat>`.
 * @slot suggestions - As in `<ag-ui-chat>`.
 * @slot before-composer - As in `<ag-ui-chat>`.
 * @slot after-composer - As in `<ag-ui-chat>`.
 * @slot footer - As in `<ag-ui-chat>`.
 *
 * @example
 * ```html
 * <ag-ui-agent id="agent" url="/agent"></ag-ui-agent>
 * <ag-ui-chat-popup for="agent"></ag-ui-chat-popup>
 * ```
 */
export class AgUiChatPopup extends ChatElement {
  static override styles = [tokens, visuallyHidden, popupStyles];
  static override properties: PropertyDeclarations = { open: { type: Boolean, reflect: true } };

  /** Whether the chat is open. */
  declare open: boolean;

  readonly #unread = new UnreadMessages();
  #listening: AbortController | undefined;
  #children: MutationObserver | undefined;

  constructor() {
    super();
    this.open = false;
  }

  /** The chat in the popup. */
  get chat(): AgUiChat | null {
    return this.renderRoot.querySelector("ag-ui-chat");
  }

  /** Opens the chat, and moves the keyboard to its composer. */
  show(): void {
    this.#set(true);
  }

  /** Closes the chat. If the keyboard is in it, it goes back to the button. */
  hide(): void {
    this.#set(false);
  }

  /** Moves the keyboard to the composer, or to the button if the chat is closed. */
  override focus(): void {
    if (this.open) this.chat?.focus();
    else this.renderRoot.querySelector<HTMLElement>(".launcher")?.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#children = new MutationObserver(() => this.requestUpdate());
    this.#children.observe(this, { childList: true, subtree: true, attributeFilter: ["slot"] });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#children?.disconnect();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("open") && this.open) this.#unread.read();
  }

  protected override render(): TemplateResult {
    const { chat } = withOwnStrings(this.strings);
    const unread = this.#unread.count;
    // A chat that is visible has read the messages out already.
    const isSpoken = unread > 0 && !this.open && !speakingChat(this.agent);
    return html`<section
        class="panel"
        part="panel"
        id="panel"
        role="dialog"
        aria-label=${chat.popupTitle}
        ?hidden=${!this.open}
        @keydown=${this.#keydown}
      >
        <header part="header">
          <slot name="header"><h2 part="title">${chat.popupTitle}</h2></slot>
          <button class="close" part="close" type="button" aria-label=${chat.popupClose} title=${chat.popupClose} @click=${this.hide}>
            ${icon("close")}
          </button>
        </header>
        ${this.#chatView()}
      </section>
      <button
        class="launcher"
        part="launcher"
        type="button"
        aria-haspopup="dialog"
        aria-expanded=${this.open}
        aria-controls="panel"
        aria-label=${this.open ? chat.popupClose : chat.popupOpen(unread)}
        @click=${() => this.#set(!this.open)}
      >
        <slot name="launcher">${icon(this.open ? "close" : "chat")}</slot>
        ${unread > 0 && !this.open ? html`<span class="badge" part="badge" aria-hidden="true">${unread > 99 ? "99+" : unread}</span>` : nothing}
      </button>
      <span class="visually-hidden" role="status">${isSpoken ? chat.popupOpen(unread) : nothing}</span>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("open") || changed.get("open") === undefined) return;
    const type = this.open ? "ag-ui-chat-opened" : "ag-ui-chat-closed";
    this.dispatchEvent(new CustomEvent(type, { detail: null, bubbles: true, composed: true }));
  }

  #chatView(): TemplateResult {
    return html`<ag-ui-chat
      part="chat"
      exportparts=${exportedChatParts}
      .agent=${this.agent}
      .strings=${this.strings}
      .threads=${this.threads}
      .suggestions=${this.suggestions}
      .upload=${this.upload}
      .accept=${this.accept}
      .interrupt=${this.interrupt}
      .keepDrafts=${this.keepDrafts}
      .limits=${this.limits}
      .allowImage=${this.allowImage}
      .linkSchemes=${this.linkSchemes}
      .highlight=${this.highlight}
      .math=${this.math}
      .feedback=${this.feedback}
      .showUsage=${this.showUsage}
    >
      ${this.#filledSlots().map((name) => html`<slot name=${name} slot=${name}></slot>`)}
    </ag-ui-chat>`;
  }

  /** A slot that is handed on empty would still take the place of what the chat shows without it. */
  #filledSlots(): readonly string[] {
    const filled = new Set([...this.children].map(({ slot }) => slot));
    return SLOTS.filter((name) => filled.has(name));
  }

  #set(isOpen: boolean): void {
    if (isOpen === this.open) return;
    const holdsFocus = this.matches(":focus-within");
    this.open = isOpen;
    this.updateComplete.then(async () => {
      if (isOpen) {
        await this.chat?.updateComplete;
        this.chat?.scrollToEnd();
      }
      if (isOpen || holdsFocus) this.focus();
    }, reportError);
  }

  readonly #keydown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    event.preventDefault();
    this.hide();
  };

  protected override followed(agent: AgUiAgent | undefined): void {
    this.#listening?.abort();
    this.#listening = undefined;
    if (!agent) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const count = (event?: Event): void => {
      if (event && event.target !== agent) return;
      this.#unread.update(agent, agent.messages, this.open);
      this.requestUpdate();
    };
    count();
    for (const type of COUNTED) agent.addEventListener(type, count, { signal });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-ui-chat-popup": AgUiChatPopup;
  }
}
