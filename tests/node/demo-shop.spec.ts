/** The shop of the demo's scene Orders: what it charges, what it takes, and how its customer's agent asks. */
import type { Message } from "@ag-ui/core";
import type { ModelEvent, ModelRequest } from "ag-ui-lit/server";
import { scriptedModel } from "../../www/server/scripted/model.js";
import { billFor } from "../../www/server/shop/bill.js";
import { goods } from "../../www/server/shop/goods.js";
import { Orders } from "../../www/server/shop/orders.js";
import { expect, test } from "./test.js";

const LIMIT = 25_000;

test("a bill has the shop's prices, the tax of each good, and their sum", () => {
  const bill = billFor(
    [
      { sku: "assam", quantity: 2 },
      { sku: "teapot", quantity: 1 },
    ],
    LIMIT,
  );
  expect(bill).toEqual({
    items: [
      { sku: "assam", name: "Assam", quantity: 2, unitPrice: 890, amount: 1780 },
      { sku: "teapot", name: "Glass teapot", quantity: 1, unitPrice: 3800, amount: 3800 },
    ],
    subtotal: 5580,
    tax: 125 + 722,
    total: 6427,
    currency: "EUR",
  });
});

const refused: [what: string, wishes: [string, number][], code: string, said: RegExp][] = [
  [
    "above the limit",
    [["kettle", 2]],
    "over_limit",
    /€307\.02 with tax, and your limit is €250\.00/,
  ],
  ["out of stock", [["samovar", 1]], "out_of_stock", /Samovar is out of stock/],
  ["more than there are", [["kettle", 4]], "out_of_stock", /Copper kettle has only 3 left/],
  [
    "more than there are, in two lines",
    [
      ["teapot", 7],
      ["teapot", 6],
    ],
    "out_of_stock",
    /only 12 left, so 13/,
  ],
  ["unknown", [["__proto__", 1]], "unknown_good", /no good "__proto__"\. There are: assam, /],
];

for (const [what, wishes, code, said] of refused) {
  test(`an order that is ${what} is refused, with the reason`, () => {
    const items = wishes.map(([sku, quantity]) => ({ sku, quantity }));
    expect(() => billFor(items, LIMIT)).toThrow(said);
    expect(() => billFor(items, LIMIT)).toThrow(expect.objectContaining({ code }));
  });
}

test("an order is paid once; the same payment again has the same receipt", () => {
  const orders = new Orders();
  const order = orders.prepare(billFor([{ sku: "assam", quantity: 1 }], LIMIT));
  const paid = orders.pay(order, "key");
  expect(paid).toMatchObject({ receipt: { order, total: 952, currency: "EUR" } });
  expect(orders.pay(order, "key")).toEqual(paid);
  expect(orders.pay(order, "another")).toMatchObject({ status: 409 });
  expect(orders.pay("order-made-up", "key")).toMatchObject({ status: 404 });
});

test("an order that was prepared too long ago is not paid, and only so many are kept", () => {
  let now = 0;
  const orders = new Orders(() => now);
  const bill = billFor([{ sku: "assam", quantity: 1 }], LIMIT);
  const first = orders.prepare(bill);
  now = 15 * 60_000 + 1;
  expect(orders.pay(first, "key")).toMatchObject({ status: 410 });
  for (let count = 0; count < 1_000; count += 1) orders.prepare(bill);
  expect(orders.pay(first, "key")).toMatchObject({ status: 404 });
});

/** A conversation in which each call the model asks for gets the next answer; gives what was called and said last. */
async function converse(prompt: string, answers: readonly Partial<Message & { role: "tool" }>[]) {
  const messages: Message[] = [{ id: "u", role: "user", content: prompt }];
  const called: string[] = [];
  for (let round = 0; round <= answers.length; round += 1) {
    const { say, calls } = await ask(messages);
    if (calls.length === 0) return { called, say };
    const toolCalls = calls.map(({ id, name, args }) => ({
      id,
      type: "function" as const,
      function: { name, arguments: args },
    }));
    messages.push({ id: `a${round}`, role: "assistant", content: say, toolCalls });
    for (const { id, name, args } of calls) {
      called.push(`${name} ${args}`);
      const answer = { content: "null", ...answers[called.length - 1] };
      messages.push({ id: `t-${id}`, role: "tool", toolCallId: id, ...answer });
    }
  }
  throw new Error("The model goes on and on.");
}

async function ask(messages: readonly Message[]) {
  const context = { conversation: { id: "t" }, session: { id: "r" } };
  const tools = ["check_stock", "fill_basket", "pay_order"].map((name) => ({
    name,
    description: "A tool.",
    parameters: {},
  }));
  const { signal } = new AbortController();
  const request: ModelRequest = {
    messages,
    tools,
    context,
    request: { context, messages },
    iteration: 1,
    signal,
  };
  let say = "";
  const calls = new Map<string, { id: string; name: string; args: string }>();
  for await (const event of scriptedModel(0)(request) as AsyncIterable<ModelEvent>) {
    if (event.type === "text") say += event.delta;
    if (event.type === "tool_call_start")
      calls.set(event.id, { id: event.id, name: event.name, args: "" });
    const call = event.type === "tool_call_args" ? calls.get(event.id) : undefined;
    if (call && event.type === "tool_call_args") call.args += event.delta;
  }
  return { say, calls: [...calls.values()] };
}

const stock = { content: JSON.stringify({ goods }) };
const basket = { content: "{}" };

test("the agent asks the shop, fills the basket, and then has the order paid", async () => {
  const receipt = { receipt: "R-1", total: 6427, currency: "EUR" };
  const { called, say } = await converse("Two Assam and a glass teapot, please", [
    stock,
    basket,
    { content: JSON.stringify(receipt) },
  ]);
  expect(called).toEqual([
    "check_stock {}",
    'fill_basket {"items":[{"sku":"assam","name":"Assam","quantity":2},{"sku":"teapot","name":"Glass teapot","quantity":1}]}',
    'pay_order {"items":[{"sku":"assam","quantity":2},{"sku":"teapot","quantity":1}]}',
  ]);
  expect(say).toBe("Paid: €64.27. Your receipt is R-1.");
});

test("what the shop has not enough of is not ordered", async () => {
  const { called, say } = await converse("Order a samovar", [stock]);
  expect(called).toEqual(["check_stock {}"]);
  expect(say).toBe("Samovar is out of stock. Nothing is ordered.");
});

test("a refusal of the shop and one of the person are told apart", async () => {
  const shop = { content: "", error: "The order comes to too much." };
  const person = { content: "", error: "The user declined: the tool was not run." };
  const ask = (last: object) => converse("Buy a kettle", [stock, basket, last]);
  expect((await ask(shop)).say).toBe("Nothing is paid: The order comes to too much.");
  expect((await ask(person)).say).toMatch(/^All right, nothing is paid/);
});

const hostile: [what: string, content: string][] = [
  ["no JSON", "<html>"],
  ["no list", '{"goods":7}'],
  ["names that are patterns", '{"goods":[{"sku":"x","name":"(((","stock":1},null,3]}'],
];

for (const [what, content] of hostile) {
  test(`an answer of the shop that has ${what} spoils nothing`, async () => {
    const { called } = await converse("Buy a kettle", [{ content }]);
    expect(called).toEqual(["check_stock {}"]);
  });
}
