import type { ApprovalRequest } from "ag-ui-lit/element";
import { money } from "../orders/order-desk.js";
import { isPayment } from "../views/order-views.js";

/** What the dialog asks, and what its buttons say. */
export interface Wording {
  readonly question: string;
  readonly approve: string;
  readonly decline: string;
}

/** A longer title, in characters, is no answer that fits a button: the tool is called by its name. */
const LONGEST_TITLE = 80;

/**
 * The words for a person, not those for the model: a tool's title says what it does, so it is the question and the answer. A tool
 * without one is called by its name.
 */
export function wordingOf({ toolCallName, toolCallArgs, title }: ApprovalRequest): Wording {
  // Of a payment the amount is what counts: it is in view wherever the bill is.
  if (toolCallName === "pay_order" && isPayment(toolCallArgs)) {
    const amount = money(toolCallArgs.total, toolCallArgs.currency);
    return {
      question: `Pay ${amount} to the shop?`,
      approve: `Pay ${amount}`,
      decline: "Don't pay",
    };
  }
  const does = title?.trim() ?? "";
  if (does === "" || does.length > LONGEST_TITLE)
    return {
      question: `May the agent run ${toolCallName}?`,
      approve: `Run ${toolCallName}`,
      decline: "Don't run it",
    };
  return { question: `${does}?`, approve: does, decline: "No, don't" };
}
