import type { Bill } from "./bill.js";

/** How long a prepared order can be paid, in milliseconds. */
const LIFETIME = 15 * 60_000;
/** More than these nobody pays: the oldest are forgotten. */
const MAX_ORDERS = 1_000;

interface Order {
  readonly bill: Bill;
  readonly preparedAt: number;
  /** What it was paid with, and what that gave. */
  paid?: { readonly key: string; readonly receipt: Receipt };
}

/** The shop's word that an order is paid. Amounts are cents. */
export interface Receipt {
  readonly receipt: string;
  readonly order: string;
  readonly total: number;
  readonly currency: string;
}

/** What came of a payment. */
export type Payment =
  | { readonly receipt: Receipt }
  | { readonly status: 404 | 409 | 410; readonly message: string };

/** The orders that the shop has prepared. What is paid is what was prepared, whatever the page sends. */
export class Orders {
  readonly #orders = new Map<string, Order>();
  readonly #now: () => number;

  /** @param now the time, in milliseconds. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Keeps a bill to be paid, and gives it a name that nobody guesses. */
  prepare(bill: Bill): string {
    const [oldest] = this.#orders.keys();
    if (this.#orders.size >= MAX_ORDERS && oldest !== undefined) this.#orders.delete(oldest);
    const id = `order-${crypto.randomUUID()}`;
    this.#orders.set(id, { bill, preparedAt: this.#now() });
    return id;
  }

  /** Takes a payment once. The same payment, sent again by its key, gets the same receipt. */
  pay(id: string, key: string): Payment {
    const order = this.#orders.get(id);
    if (!order) return { status: 404, message: "The shop has prepared no such order." };
    if (order.paid?.key === key) return { receipt: order.paid.receipt };
    if (order.paid) return { status: 409, message: "The order is paid already." };
    if (this.#now() - order.preparedAt > LIFETIME)
      return { status: 410, message: "The order was prepared too long ago. Prepare it again." };
    const receipt: Receipt = {
      receipt: `R-${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
      order: id,
      total: order.bill.total,
      currency: order.bill.currency,
    };
    order.paid = { key, receipt };
    return { receipt };
  }
}
