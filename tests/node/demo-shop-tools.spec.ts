/** The server's half of the demo's scene Orders, as the executor runs it. */
import { ToolRegistry } from "ag-ui-lit";
import { AgentToolExecutor } from "ag-ui-lit/server";
import { checkStock } from "../../www/server/shop/check-stock.js";
import { Orders } from "../../www/server/shop/orders.js";
import { payOrder } from "../../www/server/shop/pay-order.js";
import { expect, test } from "./test.js";

/** What the page of the scene says that it can run. */
const clientTools = ["fill_basket", "pay_order"].map((name) => ({
  name,
  description: "A tool.",
  parameters: { type: "object" },
}));

function shop(user?: { id: string; limit?: number }) {
  const registry = new ToolRegistry();
  const orders = new Orders();
  registry.register(checkStock);
  registry.register(payOrder(orders));
  const executor = new AgentToolExecutor({ registry });
  const context = { conversation: { id: "c" }, session: { id: "s" }, ...(user && { user }) };
  const call = (name: string, args: object) =>
    executor.execute({ id: "1", name, arguments: JSON.stringify(args) }, context, { clientTools });
  return { executor, orders, call };
}

const visitor = { id: "visitor", limit: 25_000 };

test("a model is offered the stock always, and a payment where the page can finish it", () => {
  const { executor } = shop();
  const offered = (tools?: typeof clientTools) => executor.offer(tools).map(({ name }) => name);
  expect(offered()).toEqual(["check_stock"]);
  expect(offered(clientTools)).toEqual(["check_stock", "pay_order", "fill_basket"]);
  const [, pay] = executor.offer(clientTools);
  expect(pay?.parameters.properties).toEqual({ items: expect.anything() });
});

test("the stock is told, of one good or all", async () => {
  const { call } = shop();
  const all = await call("check_stock", {});
  expect(JSON.parse(all.resultJson ?? "").goods).toHaveLength(6);
  const one = await call("check_stock", { sku: "kettle" });
  expect(JSON.parse(one.resultJson ?? "").goods).toEqual([
    { sku: "kettle", name: "Copper kettle", price: 12_900, stock: 3 },
  ]);
});

test("a payment is prepared by the shop's prices, whatever else is asked, and can be paid", async () => {
  const { call, orders } = shop(visitor);
  const asked = { items: [{ sku: "teapot", quantity: 1, unitPrice: 1, amount: 1 }], total: 1 };
  const { clientPayload, requiresClientExecution } = await call("pay_order", asked);
  expect(requiresClientExecution).toBe(true);
  expect(clientPayload).toEqual({
    order: expect.stringMatching(/^order-/),
    items: [{ sku: "teapot", name: "Glass teapot", quantity: 1, unitPrice: 3800, amount: 3800 }],
    subtotal: 3800,
    tax: 722,
    total: 4522,
    currency: "EUR",
  });
  expect(orders.pay(String(clientPayload?.order), "key")).toMatchObject({
    receipt: { total: 4522 },
  });
});

test("whoever the server doesn't know may spend nothing", async () => {
  const { call } = shop({ id: "stranger" });
  const { errorMessage, clientPayload } = await call("pay_order", {
    items: [{ sku: "rooibos", quantity: 1 }],
  });
  expect(errorMessage).toMatch(/your limit is €0\.00/);
  expect(clientPayload).toBeUndefined();
});

test("refusals are no fault of the tool: it goes on answering", async () => {
  const { call } = shop(visitor);
  for (let times = 0; times < 7; times += 1) {
    const { error } = await call("pay_order", { items: [{ sku: "kettle", quantity: 2 }] });
    expect(error).toMatchObject({ code: "over_limit" });
  }
  const { wasExecuted } = await call("pay_order", { items: [{ sku: "assam", quantity: 1 }] });
  expect(wasExecuted).toBe(true);
});
