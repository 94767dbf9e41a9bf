import { defineAgentTool } from "ag-ui-lit/server";
import { z } from "zod";
import { currency, goods } from "./goods.js";

/** A tool of the server's: the page never sees more of it than what it answered. */
export const checkStock = defineAgentTool({
  name: "check_stock",
  description:
    "What the shop sells: sku, name, price in cents without tax, and how many are there. Look before you order.",
  schema: z.object({
    sku: z
      .enum(goods.map(({ sku }) => sku))
      .optional()
      .describe("One good; all of them unless said"),
  }),
  // What is refused here is no sign that the tool is broken.
  metadata: { execution: "server", category: "shop", idempotent: true, circuitBreaker: false },
  handler: ({ sku }) => ({
    currency,
    goods: goods
      .filter((good) => sku === undefined || good.sku === sku)
      .map(({ sku, name, price, stock }) => ({ sku, name, price, stock })),
  }),
});
