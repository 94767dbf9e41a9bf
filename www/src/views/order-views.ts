import { html, type TemplateResult } from "lit";
import { money, type Receipt } from "../orders/order-desk.js";

/** A good of the shop's, as its tool tells of it. Amounts are cents. */
export interface ShopGood {
  readonly name: string;
  readonly price: number;
  readonly stock: number;
}

export function goodsList(goods: readonly ShopGood[], currency: string): TemplateResult {
  return html`<ul class="list goods" aria-label="Goods" data-testid="goods-list">
    ${goods.map(
      ({ name, price, stock }) => html`<li>
        <strong>${name}</strong>
        <span class="quiet">${stock === 0 ? "out of stock" : `${stock} in stock`}</span>
        <strong class="price">${money(price, currency)}</strong>
      </li>`,
    )}
  </ul>`;
}

export function receiptTicket({ receipt, total, currency }: Receipt): TemplateResult {
  return html`<div class="ticket" data-testid="receipt-ticket">
    <span class="time">${money(total, currency)}</span>
    <span><strong>Paid</strong><span class="quiet">to the shop, tax included</span></span>
    <code>${receipt}</code>
  </div>`;
}

/** Returns true if amounts can be written in it: a server may send anything. */
export function isCurrency(value: unknown): value is string {
  return typeof value === "string" && /^[A-Z]{3}$/.test(value);
}
