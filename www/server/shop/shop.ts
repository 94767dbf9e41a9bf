import { ToolRegistry } from "ag-ui-lit";
import { AgentReasoner, AgentToolExecutor, type Model } from "ag-ui-lit/server";
import { checkStock } from "./check-stock.js";
import { Orders } from "./orders.js";
import { payOrder } from "./pay-order.js";

/** Who asks. A shop of yours finds that out from the request: by its cookie, or a token. The limit is in cents. */
export const VISITOR = { id: "visitor", limit: 25_000 };

/** The shop's agent, and the orders that it has prepared. */
export interface Shop {
  readonly reasoner: AgentReasoner;
  readonly orders: Orders;
}

/** Opens a shop in which this model serves. */
export function openShop(model: Model): Shop {
  const registry = new ToolRegistry();
  const orders = new Orders();
  registry.register(checkStock);
  registry.register(payOrder(orders));
  const executor = new AgentToolExecutor({
    registry,
    authorize: (_call, _tool, { user }) => ({
      allowed: user !== undefined,
      reason: "The shop serves nobody it doesn't know.",
    }),
  });
  return { reasoner: new AgentReasoner({ executor, model }), orders };
}
