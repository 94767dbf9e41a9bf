import { registerTool } from "ag-ui-lit";
// Whoever has it on the page may say protocol="a2a".
import "ag-ui-lit/a2a";
import { registerToolView, type ToolCallState } from "ag-ui-lit/views";
import { html } from "lit";
import type { Stage } from "../app/scenes.js";
import { drawn, framed, hasItems, styles } from "../views/drawn.js";
import { goodsList, isCurrency, receiptTicket, type ShopGood } from "../views/order-views.js";
import { fillBasket } from "./fill-basket.js";
import { money, orderDesk, type Receipt } from "./order-desk.js";
import { payOrder } from "./pay-order.js";
import "./basket-panel.js";
import "./orders-bar.js";

/** Registers the page's tools. The shop has one of its own beside them, `check_stock`, which never comes here. */
export async function openOrders({ agent, signal }: Stage): Promise<() => void> {
  // An A2A agent's card is beside its address, so that ends with a slash.
  const connect = () => {
    const { protocol } = orderDesk;
    Object.assign(agent, { url: `shop/${protocol}/`, protocol });
  };
  connect();
  orderDesk.addEventListener("change", connect, { signal });
  registerToolView("check_stock", drawn(stock), { signal, styles });
  registerToolView("pay_order", payment, { signal, styles });
  await Promise.all([registerTool(fillBasket, { signal }), registerTool(payOrder, { signal })]);
  return () => orderDesk.set({ basket: [], receipts: [] });
}

function stock({ goods, currency }: { goods?: unknown; currency?: unknown }) {
  if (!hasItems(goods) || !isCurrency(currency)) return undefined;
  return goodsList(goods as readonly ShopGood[], currency);
}

/** Of a payment that waits for the visitor: what the agent wanted, and what the shop made of it. */
function payment(call: ToolCallState<Record<string, unknown>, Partial<Receipt>>) {
  const { toolCallArgs: prepared, preflight } = call.approval ?? {};
  const asked = preflight?.arguments.total;
  if (!prepared || typeof asked !== "number") return receipt(call);
  const [wanted, due] = [asked, Number(prepared.total)].map((cents) => money(cents, "EUR"));
  return framed(
    call,
    html`The agent asked for <s>${wanted}</s>. The shop's price is <strong>${due}</strong>.`,
  );
}

const receipt = drawn((paid: Partial<Receipt>) => {
  const isPaid = isCurrency(paid.currency) && typeof paid.total === "number";
  return isPaid ? receiptTicket(paid as Receipt) : undefined;
});
