/** The demo's scene Orders without its page: the shop's agent, and a client that does its part. */
import type { Message } from "@ag-ui/core";
import type { AgentToolCall } from "ag-ui-lit/server";
import { scriptedModel } from "../../www/server/scripted/model.js";
import { openShop, VISITOR } from "../../www/server/shop/shop.js";
import { expect, test } from "./test.js";

const clientTools = ["fill_basket", "pay_order"].map((name) => ({
  name,
  description: "A tool.",
  parameters: { type: "object" },
}));

/** Asks the shop, and answers what it leaves to the client; gives the calls that were, and what was said last. */
async function ask(prompt: string, answer: (call: AgentToolCall) => object, user?: object) {
  const { reasoner } = openShop(scriptedModel(0));
  const context = {
    conversation: { id: "c" },
    session: { id: "s" },
    user: { ...VISITOR, ...user },
  };
  const messages: Message[] = [{ id: "u", role: "user", content: prompt }];
  const handedOver: AgentToolCall[] = [];
  for (;;) {
    const options = { continueAfterFailure: true };
    const response = await reasoner.execute({ context, messages, clientTools }, options);
    messages.push(...response.messages);
    if (response.finish !== "client") return { handedOver, response, messages };
    for (const call of response.toolCalls) {
      handedOver.push(call);
      const { toolCallId } = call;
      messages.push({ id: toolCallId, role: "tool", toolCallId, ...said(answer(call)) });
    }
  }
}

const said = (answer: object): { content: string; error?: string } =>
  "error" in answer
    ? { content: String(answer.error), error: String(answer.error) }
    : { content: JSON.stringify(answer) };

test("the server looks, the client fills, the server prepares, the client pays", async () => {
  const { handedOver, response, messages } = await ask(
    "Two Assam and a glass teapot, please",
    ({ toolName, clientPayload }) =>
      toolName === "pay_order" ? { ...clientPayload, receipt: "R-1" } : {},
  );
  expect(handedOver.map(({ toolName, execution }) => [toolName, execution])).toEqual([
    ["fill_basket", "client"],
    ["pay_order", "preflight"],
  ]);
  const [, pay] = handedOver;
  expect(JSON.parse(pay?.argumentsJson ?? "")).not.toHaveProperty("total");
  expect(pay?.clientPayload).toMatchObject({ subtotal: 5580, tax: 847, total: 6427 });
  expect(response).toMatchObject({ finish: "completed", iterations: 1 });
  expect(response.text).toBe("Paid: €64.27. Your receipt is R-1.");
  // The stock was the server's to tell: the client only sees that it was.
  const stock = messages.find(
    ({ role, content }) => role === "tool" && /samovar/.test(`${content}`),
  );
  expect(stock).toBeDefined();
});

test("what the server refuses is never handed over, and told", async () => {
  const { handedOver, response } = await ask("Order two copper kettles", () => ({}));
  expect(handedOver.map(({ toolName }) => toolName)).toEqual(["fill_basket"]);
  expect(response.finish).toBe("completed");
  expect(response.text).toContain(
    "Nothing is paid: The order comes to €307.02 with tax, and your limit is €250.00",
  );
});

test("a smaller limit is the user's own", async () => {
  const { response } = await ask("Buy a Sencha", () => ({}), { limit: 500 });
  expect(response.text).toContain("your limit is €5.00 an order");
});

test("a person's no is told as one", async () => {
  const { response } = await ask("Buy a Sencha", ({ toolName }) =>
    toolName === "pay_order" ? { error: "The user declined: the tool was not run." } : {},
  );
  expect(response.text).toBe("All right, nothing is paid. Your basket stays as it is.");
});
