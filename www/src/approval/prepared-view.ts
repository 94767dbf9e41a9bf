import { html, type TemplateResult } from "lit";
import type { Payment } from "../orders/pay-order.js";
import { billTable } from "../views/order-views.js";
import { argumentList } from "./argument-list.js";

type Arguments = Readonly<Record<string, unknown>>;

/** A call that the server has prepared: what the agent asked for beside what the server made of it, which is what counts. */
export function preparedView(tool: string, prepared: Arguments, asked: Arguments): TemplateResult {
  return html`<div class="prepared" tabindex="0" role="group" aria-label="What was asked, and what was made of it" data-testid="approval-prepared">
    <section aria-labelledby="made" data-testid="approval-made">
      <h3 id="made">The server made of it</h3>
      ${tool === "pay_order" ? billTable(prepared as unknown as Payment) : argumentList(prepared)}
    </section>
    <section aria-labelledby="asked" data-testid="approval-asked">
      <h3 id="asked">The agent asked for</h3>
      ${argumentList(asked)}
    </section>
  </div>`;
}
