/** A good in the basket. */
export interface BasketItem {
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
}

/** What the shop gave for a payment. Amounts are cents. */
export interface Receipt {
  readonly receipt: string;
  readonly order: string;
  readonly total: number;
  readonly currency: string;
}

/** What the page talks to the agent by. */
export type Protocol = "ag-ui" | "a2a";

/** What the scene's tools, its panel and its bar share. Raises `change`. */
class OrderDesk extends EventTarget {
  basket: readonly BasketItem[] = [];
  /** Newest first. */
  receipts: readonly Receipt[] = [];
  protocol: Protocol = "ag-ui";

  set(change: Partial<Pick<OrderDesk, "basket" | "receipts" | "protocol">>): void {
    Object.assign(this, change);
    this.dispatchEvent(new Event("change"));
  }

  /** The basket is paid. */
  paid(receipt: Receipt): void {
    this.set({ basket: [], receipts: [receipt, ...this.receipts] });
  }
}

/** The one of this page. */
export const orderDesk = new OrderDesk();

/** An amount of cents, as people write it. */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(cents / 100);
}
