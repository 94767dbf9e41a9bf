import { css, html, LitElement, type TemplateResult } from "lit";
import type { Suggestion } from "../app/suggestions.js";
import { shared } from "../styles/shared.js";

/**
 * Suggested prompts: large with their point while the conversation is empty, chips afterwards, all of them in view where there is
 * room and in one row that scrolls where there is not. Raises `send`.
 */
export class PromptList extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }

      ul {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
        gap: 0.625rem;
        margin: 0;
        padding: 0;
        list-style: none;
      }

      li {
        display: grid;
      }

      button {
        display: flex;
        flex-direction: column;
        padding: 0.6875rem 0.9375rem 0.625rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--raised);
        box-shadow: var(--shadow);
        transition:
          border-color 120ms,
          background-color 120ms;
      }

      button:hover {
        border-color: var(--accent);
      }

      button:active {
        background: var(--accent-soft);
      }

      b {
        display: block;
        font-weight: 500;
        line-height: 1.4;
      }

      small {
        display: block;
        margin-block-start: 0.1875rem;
        font-size: var(--small);
        color: var(--muted);
      }

      :host([compact]) ul {
        display: flex;
        flex-wrap: wrap;
        gap: 0.375rem;
        padding: 3px 3px 0.625rem;
        margin-inline: -3px;
      }

      :host([compact]) button {
        padding: 0.3125rem 0.75rem;
        border-radius: 999px;
        box-shadow: none;
        white-space: nowrap;
        font-size: var(--small);
      }

      :host([compact]) button[aria-disabled="true"] {
        color: var(--muted);
        cursor: default;
        border-color: var(--line);
      }

      :host([compact]) b {
        font-weight: 400;
      }

      :host([compact]) small {
        display: none;
      }

      /* A finger moves the row along; a mouse has the scroll bar, and a wheel. */
      @media (width < 60rem) or (height < 40rem) {
        :host([compact]) ul {
          position: relative;
          flex-wrap: nowrap;
          overflow-x: auto;
          padding-block-end: 0.375rem;
          margin-block-end: 0.25rem;
          scrollbar-width: thin;
          scrollbar-color: var(--line-strong) transparent;
        }

        :host([compact]) li {
          flex: none;
        }
      }

      @media (width < 60rem) {
        :host([compact]) button {
          min-block-size: 2.75rem;
          justify-content: center;
        }
      }

      @media (height < 24rem) {
        :host([compact]) button {
          min-block-size: 1.75rem;
        }
      }
    `,
  ];
  static override properties = {
    suggestions: { attribute: false },
    compact: { type: Boolean, reflect: true },
    disabled: { type: Boolean },
  };

  declare suggestions: readonly Suggestion[];
  declare compact: boolean;
  declare disabled: boolean;

  constructor() {
    super();
    this.suggestions = [];
    this.compact = false;
    this.disabled = false;
  }

  override render(): TemplateResult {
    return html`<ul aria-label="Suggested prompts" @wheel=${this.#wheel}>
      ${this.suggestions.map(
        ({ id, prompt, point }) => html`<li>
          <button data-testid="prompt-${id}" title=${this.compact ? point : ""} aria-disabled=${this.disabled} @click=${() => this.#send(prompt)}>
            <b>${prompt}</b><small>${point}</small>
          </button>
        </li>`,
      )}
    </ul>`;
  }

  /** A wheel that turns one way only moves the row along, where there is more of it. */
  #wheel(event: WheelEvent): void {
    const row = event.currentTarget as HTMLElement;
    if (!this.compact || event.deltaX !== 0 || row.scrollWidth <= row.clientWidth) return;
    const before = row.scrollLeft;
    row.scrollLeft += event.deltaY;
    if (row.scrollLeft !== before) event.preventDefault();
  }

  #send(text: string): void {
    if (this.disabled) return;
    this.dispatchEvent(
      new CustomEvent("send", { detail: { text }, bubbles: true, composed: true }),
    );
  }
}

customElements.define("prompt-list", PromptList);
