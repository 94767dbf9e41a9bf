import { css, html, LitElement, type TemplateResult } from "lit";
import { StoreFollower } from "../app/store-follower.js";
import { icon } from "../styles/icons.js";
import { shared } from "../styles/shared.js";
import { bakery } from "./bakery.js";

/** The number of times that the handler began, and the button that reloads the page in the middle of it. */
export class SurviveBar extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 0.375rem 0.75rem;
        min-block-size: 2.75rem;
        padding: 0.375rem 1rem;
        border-block-end: 1px solid var(--line);
        font-size: var(--small);
      }

      p {
        margin: 0;
        color: var(--muted);
      }

      output {
        color: var(--ink);
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  constructor() {
    super();
    new StoreFollower(this, bakery);
  }

  override render(): TemplateResult {
    const { length } = bakery.loaves;
    return html`
      <p>The handler began <output data-testid="begun" aria-label="Times that the handler began">${length}</output> ${length === 1 ? "time" : "times"}</p>
      <button class="button" data-testid="reload" @click=${() => location.reload()}>${icon("retry", 14)}Reload this page now</button>
    `;
  }
}

customElements.define("survive-bar", SurviveBar);
