// stand-in: the file of the branch composer counts
import { css, html, LitElement, type TemplateResult } from "lit";
import type { AgUiAgent } from "../../element/ag-ui-agent.js";
import { english } from "../../look/english.js";
import type { Strings } from "../../look/strings.js";
import { tokens } from "../../look/tokens.js";

export class AgUiComposer extends LitElement {
  static override styles = [
    tokens,
    css`
      form {
        display: flex;
        align-items: end;
        gap: 0.5rem;
        padding: 0.5rem 0.5rem 0.5rem 0.875rem;
        border: 1px solid var(--_control-line);
        border-radius: 18px;
        background: var(--_paper);
      }
      form:focus-within {
        outline: 2px solid var(--_accent);
        outline-offset: -1px;
      }
      textarea {
        flex: 1;
        min-inline-size: 0;
        border: 0;
        outline: 0;
        background: none;
        color: var(--_ink);
        font: inherit;
        font-size: max(1rem, 16px);
        resize: none;
        padding: 0.25rem 0;
      }
      button {
        min-block-size: 2rem;
        border: 0;
        border-radius: 999px;
        padding-inline: 0.875rem;
        background: var(--_accent);
        color: var(--_on-accent);
        font: inherit;
      }
    `,
  ];
  static override properties = {
    agent: { attribute: false },
    strings: { attribute: false },
    suggestions: { attribute: false },
    upload: { attribute: false },
    accept: {},
    limits: { attribute: false },
    interrupt: { type: Boolean },
    keepDrafts: { type: Boolean, attribute: "keep-drafts" },
  };

  declare agent: AgUiAgent | null | undefined;
  declare strings: Strings | null | undefined;
  declare suggestions: readonly (string | { label: string; prompt: string })[] | null | undefined;
  declare upload: ((file: File) => Promise<{ readonly url: string }>) | null | undefined;
  declare accept: string;
  declare limits: object | null | undefined;
  declare interrupt: boolean;
  declare keepDrafts: boolean;

  override focus(): void {
    this.renderRoot.querySelector("textarea")?.focus();
  }

  setDraft(text: string): void {
    const field = this.renderRoot.querySelector("textarea");
    if (field) field.value = text;
  }

  protected override render(): TemplateResult {
    const { chat } = this.strings ?? english;
    return html`<form part="box" @submit=${this.#submit}>
      <textarea part="field" rows="1" aria-label="Message" placeholder="Write a message" @keydown=${this.#keydown}></textarea>
      <button part="send">Send</button>
      <button part="stop" type="button" @click=${() => this.agent?.abort()}>${chat.stop}</button>
    </form>`;
  }

  readonly #keydown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && !event.shiftKey) this.#submit(event);
  };

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    const field = this.renderRoot.querySelector("textarea");
    const content = field?.value ?? "";
    const init = { detail: { content }, bubbles: true, composed: true, cancelable: true };
    if (
      !field ||
      content === "" ||
      !this.dispatchEvent(new CustomEvent("ag-ui-composer-send", init))
    )
      return;
    field.value = "";
    void this.agent?.sendMessage(content);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-ui-composer": AgUiComposer;
  }
}
