import { html, type TemplateResult } from "lit";
import { billTable, isPayment } from "../views/order-views.js";
import { argumentList } from "./argument-list.js";

type Arguments = Readonly<Record<string, unknown>>;

/** A call that the server has prepared: the prepared arguments, which count, and what the agent asked for. */
export function preparedView(tool: string, prepared: Arguments, asked: Arguments): TemplateResult {
  return html`<div class="prepared scroller" tabindex="0" role="group" aria-label="Prepared by the server, and asked for by the agent" data-testid="approval-prepared">
    <div role="group" aria-labelledby="made" data-testid="approval-made">
      <h3 id="made">Prepared by the server</h3>
      ${tool === "pay_order" && isPayment(prepared) ? billTable(prepared) : argumentList(prepared)}
    </div>
    <div role="group" aria-labelledby="asked" data-testid="approval-asked">
      <h3 id="asked">The agent asked for</h3>
      ${argumentList(asked)}
    </div>
  </div>`;
}
