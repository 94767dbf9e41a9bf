import { ToolFailure } from "ag-ui-lit";
import { currency, type Good, goods, money } from "./goods.js";

/** What somebody wants: of which good, how many. */
export interface Wish {
  readonly sku: string;
  readonly quantity: number;
}

/** One line of a bill. Amounts are cents. */
export interface BillLine extends Wish {
  readonly name: string;
  readonly unitPrice: number;
  readonly amount: number;
}

/** What an order costs. Amounts are cents. */
export interface Bill {
  readonly items: BillLine[];
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
  readonly currency: string;
}

/**
 * Works out what an order costs, by the shop's own prices: what anybody else says of them counts for nothing.
 *
 * @throws {ToolFailure} when a good is not there, or not in this number, or the total is above the limit.
 */
export function billFor(wishes: readonly Wish[], limit: number): Bill {
  const items = merged(wishes).map(lineOf);
  const subtotal = items.reduce((sum, { amount }) => sum + amount, 0);
  const tax = items.reduce((sum, line) => sum + taxOn(line), 0);
  const total = subtotal + tax;
  if (total > limit) {
    throw refusal(
      "over_limit",
      `The order comes to ${money(total)} with tax, and your limit is ${money(limit)} an order.`,
    );
  }
  // In the order in which a person is to read it.
  return { total, currency, items, subtotal, tax };
}

/** Two lines of one good would pass a look at the stock that their sum does not. */
function merged(wishes: readonly Wish[]): Wish[] {
  const quantities = new Map<string, number>();
  for (const { sku, quantity } of wishes)
    quantities.set(sku, (quantities.get(sku) ?? 0) + quantity);
  return Array.from(quantities, ([sku, quantity]) => ({ sku, quantity }));
}

function lineOf({ sku, quantity }: Wish): BillLine {
  const good = goodOf(sku);
  if (quantity > good.stock) {
    const left = good.stock === 0 ? "is out of stock" : `has only ${good.stock} left`;
    throw refusal("out_of_stock", `${good.name} ${left}, so ${quantity} can't be ordered.`);
  }
  return { sku, name: good.name, quantity, unitPrice: good.price, amount: good.price * quantity };
}

function taxOn({ sku, amount }: BillLine): number {
  return Math.round((amount * goodOf(sku).tax) / 100);
}

function goodOf(sku: string): Good {
  const good = goods.find((good) => good.sku === sku);
  if (good) return good;
  const known = goods.map(({ sku }) => sku).join(", ");
  throw refusal("unknown_good", `There is no good ${JSON.stringify(sku)}. There are: ${known}.`);
}

function refusal(code: string, message: string): ToolFailure {
  return new ToolFailure(message, { category: "permanent", code });
}
