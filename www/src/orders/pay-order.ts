import { type ToolDefinition, ToolFailure } from "ag-ui-lit";
import { z } from "zod";
import { money, orderDesk, type Receipt } from "./order-desk.js";

const cents = z.int().min(0);

const schema = z
  .object({
    order: z.string().min(1).max(100),
    items: z
      .array(
        z.object({
          sku: z.string(),
          name: z.string(),
          quantity: z.int().min(1),
          unitPrice: cents,
          amount: cents,
        }),
      )
      .min(1),
    subtotal: cents,
    tax: cents,
    total: cents,
    currency: z.string().regex(/^[A-Z]{3}$/),
  })
  // For the person who is asked.
  .meta({ title: "Pay the shop" });

/** A payment as the shop has prepared it. Amounts are cents. */
export type Payment = z.infer<typeof schema>;

const receiptSchema = z.object({
  receipt: z.string().max(100),
  order: z.string(),
  total: cents,
  currency: z.string().regex(/^[A-Z]{3}$/),
});

// #region shown
/**
 * The page's half of a preflighted tool. The shop's server has worked out what is to be paid; here the visitor says yes or no,
 * and only then it is paid. What the shop says is checked once more: the schema is the page's own.
 */
export const payOrder: ToolDefinition<Payment> = {
  name: "pay_order",
  description: "Pays an order that the shop has prepared, after the visitor has confirmed it.",
  schema,
  metadata: {
    category: "action",
    execution: "preflight",
    idempotent: false,
    approval: "always",
    preview: ({ total, currency }) => ({
      kind: "text",
      text: `It would pay ${money(total, currency)} to the shop. This is a stand-in: no money moves.`,
    }),
  },
  async handler(payment, { idempotencyKey, signal }): Promise<Receipt> {
    refuseUnlessInBasket(payment);
    const response = await fetch("shop/payments", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": idempotencyKey },
      body: JSON.stringify({ order: payment.order }),
      signal,
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new ToolFailure(reasonIn(answer), { category: "permanent" });
    const receipt = receiptSchema.parse(answer);
    orderDesk.paid(receipt);
    return receipt;
  },
};
// #endregion

/** What is paid is what the visitor has seen in the basket, and its lines are its sum. */
function refuseUnlessInBasket({ items, subtotal, tax, total }: Payment): void {
  const listOf = (lines: readonly { sku: string; quantity: number }[]) =>
    lines
      .map(({ sku, quantity }) => `${quantity} × ${sku}`)
      .toSorted()
      .join(", ");
  const sum = items.reduce((sum, { amount }) => sum + amount, 0);
  if (sum !== subtotal || subtotal + tax !== total)
    throw refusal(
      "The page refuses this payment: the lines of the bill do not add up to its total.",
    );
  if (listOf(items) !== listOf(orderDesk.basket))
    throw refusal(
      `The page does not pay this: the basket holds ${listOf(orderDesk.basket) || "nothing"}.`,
    );
}

function refusal(message: string): ToolFailure {
  return new ToolFailure(message, { category: "permanent", code: "page_refused" });
}

function reasonIn(answer: unknown): string {
  const said = z.object({ error: z.object({ message: z.string() }) }).safeParse(answer);
  return said.data?.error.message ?? "The payment was not taken.";
}
