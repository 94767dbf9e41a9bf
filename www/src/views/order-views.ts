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
        <span class="quiet">${stock === 0 ? "out of stock" : `${stock} in stock`}</span>
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

/**
 * Returns true if a call's arguments are a payment. The page's own schema has checked them before a person is asked; this tells them
 * from the arguments of another tool, without loading the tool.
 */
export function isPayment(args: Readonly<Record<string, unknown>>): args is Payment {
  const { items, total, currency } = args;
  return Array.isArray(items) && Number.isSafeInteger(total) && isCurrency(currency);
}

/** Returns true if amounts can be written in it: a server may send anything. */
export function isCurrency(value: unknown): value is string {
  return typeof value === "string" && /^[A-Z]{3}$/.test(value);
}

/** A payment as the shop has prepared it. */
export function billTable({ items, subtotal, tax, total, currency }: Payment): TemplateResult {
  const sum = (label: string, cents: number) =>
    html`<tr><th scope="row" colspan="2">${label}</th><td>${money(cents, currency)}</td></tr>`;
  return html`<table data-testid="bill">
    <thead class="visually-hidden"><tr><th scope="col">Good</th><th scope="col">Quantity and price</th><th scope="col">Amount</th></tr></thead>
    <tbody>
      ${items.map(
        ({ name, quantity, unitPrice, amount }) =>
          html`<tr><td>${name}</td><td class="each">${quantity} × ${money(unitPrice, currency)}</td><td>${money(amount, currency)}</td></tr>`,
      )}
    </tbody>
    <tbody class="sums">${sum("Without tax", subtotal)}${sum("Tax", tax)}</tbody>
    <tfoot>${sum("Total", total)}</tfoot>
  </table>`;
}
