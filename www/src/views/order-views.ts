import { html, type TemplateResult } from "lit";
import { money, type Receipt } from "../orders/order-desk.js";
import type { Payment } from "../orders/pay-order.js";

/** A good of the shop's, as its tool tells of it. Amounts are cents. */
export interface ShopGood {
  readonly name: string;
  readonly price: number;
  readonly stock: number;
}

export function goodsList(goods: readonly ShopGood[], currency: string): TemplateResult {
  return html`<ul class="view list goods" aria-label="Goods" data-testid="goods-list">
    ${goods.map(
      ({ name, price, stock }) => html`<li>
        <strong>${name}</strong>
        <span class="quiet">${stock === 0 ? "out of stock" : `${stock} there`}</span>
        <strong class="price">${money(price, currency)}</strong>
      </li>`,
    )}
  </ul>`;
}

export function receiptTicket({ receipt, total, currency }: Receipt): TemplateResult {
  return html`<div class="view ticket" data-testid="receipt-ticket">
    <span class="time">${money(total, currency)}</span>
    <span><strong>Paid</strong><span class="quiet">to the shop, tax included</span></span>
    <code>${receipt}</code>
  </div>`;
}

/** A payment as the shop has prepared it. */
export function billTable({ items, subtotal, tax, total, currency }: Payment): TemplateResult {
  const sum = (label: string, cents: number, kind = "") =>
    html`<tr class=${kind}><th scope="row" colspan="2">${label}</th><td>${money(cents, currency)}</td></tr>`;
  return html`<table data-testid="bill">
    <thead class="visually-hidden"><tr><th scope="col">Good</th><th scope="col">Quantity and price</th><th scope="col">Amount</th></tr></thead>
    <tbody>
      ${items.map(
        ({ name, quantity, unitPrice, amount }) =>
          html`<tr><td>${name}</td><td class="each">${quantity} × ${money(unitPrice, currency)}</td><td>${money(amount, currency)}</td></tr>`,
      )}
    </tbody>
    <tfoot>
      ${sum("Without tax", subtotal)}${sum("Tax", tax)}${sum("Total", total, "total")}
    </tfoot>
  </table>`;
}
