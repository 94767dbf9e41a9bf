import type { ToolDefinition } from "ag-ui-lit";
import { z } from "zod";
import { orderDesk } from "./order-desk.js";

const schema = z.object({
  items: z
    .array(
      z.object({
        sku: z.string().min(1).max(40),
        name: z.string().min(1).max(80),
        quantity: z.int().min(1).max(99),
      }),
    )
    .max(12),
});

/** A tool of the client's: it changes what the visitor sees, and nothing else. */
export const fillBasket: ToolDefinition<z.infer<typeof schema>> = {
  name: "fill_basket",
  description: "Puts these goods into the basket that the visitor sees, replacing its contents.",
  schema,
  metadata: { category: "ui", execution: "client", idempotent: true },
  handler({ items }) {
    orderDesk.set({ basket: items });
    return { items: items.length };
  },
};
