import { registerTool } from "ag-ui-lit";
// Whoever has it on the page may say protocol="a2a".
import "ag-ui-lit/a2a";
import { registerToolView } from "ag-ui-lit/views";
import type { Stage } from "../app/scenes.js";
import { drawn, hasItems, styles } from "../views/drawn.js";
import { goodsList, isCurrency, receiptTicket, type ShopGood } from "../views/order-views.js";
import { fillBasket } from "./fill-basket.js";
import { orderDesk, type Receipt } from "./order-desk.js";
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
  registerToolView("pay_order", drawn(receipt), { signal, styles });
  await Promise.all([registerTool(fillBasket, { signal }), registerTool(payOrder, { signal })]);
  return () => orderDesk.set({ basket: [], receipts: [] });
}

function stock({ goods, currency }: { goods?: unknown; currency?: unknown }) {
  if (!hasItems(goods) || !isCurrency(currency)) return undefined;
  return goodsList(goods as readonly ShopGood[], currency);
}

function receipt(paid: Partial<Receipt>) {
  const isPaid = isCurrency(paid.currency) && typeof paid.total === "number";
  return isPaid ? receiptTicket(paid as Receipt) : undefined;
}
