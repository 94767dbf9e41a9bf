import { css, html, LitElement, type TemplateResult } from "lit";
import type { Suggestion } from "../app/suggestions.js";
import { shared } from "../styles/shared.js";

/** Suggested prompts: large with their point while the conversation is empty, a row of chips afterwards. Raises `send`. */
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
        gap: 0.375rem;
        padding: 3px 3px 0.625rem;
        margin-inline: -3px;
        overflow-x: auto;
        scrollbar-width: none;
        mask-image: linear-gradient(to right, #000 calc(100% - 2.5rem), transparent);
      }

      :host([compact]) ul::after {
        content: "";
        flex: 0 0 2rem;
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
    return html`<ul aria-label="Suggested prompts">
      ${this.suggestions.map(
        ({ id, prompt, point }) => html`<li>
          <button data-testid="prompt-${id}" title=${this.compact ? point : ""} aria-disabled=${this.disabled} @click=${() => this.#send(prompt)}>
            <b>${prompt}</b><small>${point}</small>
          </button>
        </li>`,
      )}
    </ul>`;
  }

  #send(text: string): void {
    if (this.disabled) return;
    this.dispatchEvent(
      new CustomEvent("send", { detail: { text }, bubbles: true, composed: true }),
    );
  }
}

customElements.define("prompt-list", PromptList);
