import type { ToolDefinition } from "ag-ui-lit";
import { type AgentParty, defineAgentTool } from "ag-ui-lit/server";
import { z } from "zod";
import { billFor } from "./bill.js";
import { goods } from "./goods.js";
import type { Orders } from "./orders.js";

const cents = z.int().min(0);

/** What the agent asks for, and, of what it may not say, what the server adds. */
const schema = z.object({
  items: z
    .array(
      z.object({
        sku: z.enum(goods.map(({ sku }) => sku)),
        quantity: z.int().min(1).max(999),
        name: z.string().optional(),
        unitPrice: cents.optional(),
        amount: cents.optional(),
      }),
    )
    .min(1)
    .max(24),
  order: z.string().optional(),
  subtotal: cents.optional(),
  tax: cents.optional(),
  total: cents.optional(),
  currency: z.string().optional(),
});

/** Of all that, this is what a model is told it may say. */
const parameters = {
  type: "object",
  properties: {
    items: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        properties: {
          sku: { type: "string", enum: goods.map(({ sku }) => sku) },
          quantity: { type: "integer", minimum: 1 },
        },
        required: ["sku", "quantity"],
      },
    },
  },
  required: ["items"],
};

// #region shown
/**
 * The server's half of a preflighted tool: it looks at the stock, works out tax and total by its own prices, sees whether this user may
 * spend so much, and prepares the payment. Nothing is paid here: that is the page's half, once the visitor has said yes.
 */
export function payOrder(orders: Orders): ToolDefinition<z.infer<typeof schema>> {
  return defineAgentTool({
    name: "pay_order",
    description:
      "Has the visitor pay for goods that are in the basket. The shop works out prices, tax and total; the visitor confirms.",
    schema,
    parameters,
    metadata: {
      execution: "preflight",
      category: "shop",
      idempotent: false,
      circuitBreaker: false,
    },
    handler({ items }, { user }) {
      const bill = billFor(items, limitOf(user));
      return { ...bill, order: orders.prepare(bill) };
    },
  });
}
// #endregion

/** What a user may spend at once, in cents; nothing unless the server has said. */
function limitOf(user: AgentParty | undefined): number {
  return typeof user?.limit === "number" ? user.limit : 0;
}
