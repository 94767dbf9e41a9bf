import { registerTool } from "ag-ui-lit";
// Whoever has it on the page may say protocol="a2a".
import "ag-ui-lit/a2a";
import type { Stage } from "../app/scenes.js";
import { fillBasket } from "./fill-basket.js";
import { payOrder } from "./pay-order.js";
import "./basket-panel.js";
import "./orders-bar.js";

/** Registers the page's tools. The shop has one of its own beside them, `check_stock`, which never comes here. */
export async function openOrders({ signal }: Stage): Promise<void> {
  await Promise.all([registerTool(fillBasket, { signal }), registerTool(payOrder, { signal })]);
}
