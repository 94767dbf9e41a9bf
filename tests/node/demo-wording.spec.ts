import type { ApprovalRequest } from "ag-ui-lit/element";
import { wordingOf } from "../../www/src/approval/wording.js";
import { expect, test } from "./test.js";

const wording = (request: Partial<ApprovalRequest>) =>
  wordingOf({ toolCallName: "send_mail", toolCallArgs: {}, ...request } as ApprovalRequest);

test("a tool's title is the question, and what its button says", () => {
  expect(wording({ title: "Send a mail" })).toEqual({
    question: "Send a mail?",
    approve: "Send a mail",
    decline: "No, don't",
  });
});

test("a tool without a title that fits is called by its name", () => {
  for (const title of [undefined, "", "  ", "Send ".repeat(30)])
    expect(wording(title === undefined ? {} : { title })).toEqual({
      question: "May the agent run send_mail?",
      approve: "Run send_mail",
      decline: "Don't run it",
    });
});

test("a payment's button says how much is paid", () => {
  const toolCallArgs = { items: [], total: 6427, currency: "EUR" };
  expect(wording({ toolCallName: "pay_order", title: "Pay the shop", toolCallArgs })).toEqual({
    question: "Pay €64.27 to the shop?",
    approve: "Pay €64.27",
    decline: "Don't pay",
  });
});

test("arguments that are no payment are not taken for one", () => {
  for (const total of ["6427", 64.27, Number.NaN, undefined]) {
    const toolCallArgs = { items: [], total, currency: "EUR" };
    const title = "Pay the shop";
    expect(wording({ toolCallName: "pay_order", title, toolCallArgs }).approve).toBe(title);
  }
  const toolCallArgs = { items: [], total: 1, currency: "euros" };
  expect(wording({ toolCallName: "pay_order", toolCallArgs }).approve).toBe("Run pay_order");
});
