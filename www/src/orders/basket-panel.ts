import { css, html, LitElement, type TemplateResult } from "lit";
import { StoreFollower } from "../app/store-follower.js";
import { listStyles, panelStyles, sectionStyles } from "../styles/section.styles.js";
import { shared } from "../styles/shared.js";
import { money, orderDesk } from "./order-desk.js";

/** What the agent has put into the basket, and what was paid. */
export class BasketPanel extends LitElement {
  static override styles = [
    shared,
    sectionStyles,
    panelStyles,
    listStyles,
    css`
      li {
        display: flex;
        align-items: baseline;
        gap: 0.75rem;
        padding: 0.5rem 0.75rem;
      }

      li span {
        flex: 1;
        min-inline-size: 0;
      }

      .note {
        margin-block-start: 0.625rem;
      }
    `,
  ];

  constructor() {
    super();
    new StoreFollower(this, orderDesk);
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
              : html`<ul>${basket.map(({ name, quantity }) => html`<li><strong>${quantity} ×</strong><span>${name}</span></li>`)}</ul>
                  <p class="empty note">The shop sets the price at checkout.</p>`
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

customElements.define("basket-panel", BasketPanel);
