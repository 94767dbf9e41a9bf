import { css, html, LitElement, type TemplateResult } from "lit";
import { sectionStyles } from "../styles/section.styles.js";
import { shared } from "../styles/shared.js";
import { money, orderDesk } from "./order-desk.js";

/** What the agent has put into the basket, and what was paid. */
export class BasketPanel extends LitElement {
  static override styles = [
    shared,
    sectionStyles,
    css`
      :host {
        display: block;
        min-block-size: 0;
        overflow-y: auto;
        padding: 0.875rem 1.25rem 1.25rem;
        background: var(--paper);
        scrollbar-gutter: stable;
      }

      section + section {
        margin-block-start: 1.5rem;
      }

      li {
        display: flex;
        align-items: baseline;
        gap: 0.75rem;
        padding: 0.5rem 0.75rem;
        font-size: 0.875rem;
      }

      li span {
        flex: 1;
        min-inline-size: 0;
        overflow-wrap: anywhere;
      }

      b {
        min-inline-size: 2.25rem;
        font-weight: 600;
        font-variant-numeric: tabular-nums;
        color: var(--accent);
      }

      code {
        font: 500 var(--small) var(--mono);
      }

      strong {
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }

      .note {
        margin: 0.625rem 0 0;
        color: var(--muted);
        font-size: var(--small);
      }

      @media (width < 60rem) {
        :host {
          padding: 0.75rem 1rem 1rem;
        }
      }
    `,
  ];
  readonly #show = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    orderDesk.addEventListener("change", this.#show);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    orderDesk.removeEventListener("change", this.#show);
  }

  override render(): TemplateResult {
    const { basket, receipts } = orderDesk;
    return html`
      <section aria-labelledby="basket-title">
        <header><h2 id="basket-title">Your basket <span data-testid="basket-count">${basket.reduce((sum, { quantity }) => sum + quantity, 0)}</span></h2></header>
        <div role="status" data-testid="basket">
          ${
            basket.length === 0
              ? html`<p class="empty">Empty. The agent fills it with a tool that runs in this page.</p>`
              : html`<ul>${basket.map(({ name, quantity }) => html`<li><b>${quantity} ×</b><span>${name}</span></li>`)}</ul>
                  <p class="note">The shop sets the price at checkout.</p>`
          }
        </div>
      </section>
      <section aria-labelledby="paid-title">
        <header><h2 id="paid-title">Paid <span>${receipts.length}</span></h2></header>
        <div role="status" data-testid="receipts">
          ${
            receipts.length === 0
              ? html`<p class="empty">Nothing yet. The shop prepares a payment on its server, and it is paid only after you confirm it.</p>`
              : html`<ul>${receipts.map(({ receipt, total, currency }) => html`<li><span><code>${receipt}</code></span><strong>${money(total, currency)}</strong></li>`)}</ul>`
          }
        </div>
      </section>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "basket-panel": BasketPanel;
  }
}

customElements.define("basket-panel", BasketPanel);
