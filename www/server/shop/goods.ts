/** What the shop sells. Amounts are cents, without tax. */
export interface Good {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly stock: number;
  /** The tax on it, in percent: less on what is drunk. */
  readonly tax: number;
}

/** Nobody else has them: prices and stock are the server's to know. */
export const goods: readonly Good[] = [
  { sku: "assam", name: "Assam", price: 890, stock: 40, tax: 7 },
  { sku: "sencha", name: "Sencha", price: 1250, stock: 24, tax: 7 },
  { sku: "rooibos", name: "Rooibos", price: 640, stock: 30, tax: 7 },
  { sku: "teapot", name: "Glass teapot", price: 3800, stock: 12, tax: 19 },
  { sku: "kettle", name: "Copper kettle", price: 12_900, stock: 3, tax: 19 },
  { sku: "samovar", name: "Samovar", price: 34_000, stock: 0, tax: 19 },
];

export const currency = "EUR";

/** "€45.22", as the shop writes it. */
export function money(cents: number): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(cents / 100);
}
