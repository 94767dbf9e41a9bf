// stand-in: the file of the branch approvals counts
import type { Interrupt } from "@ag-ui/core";
import { html, LitElement, type TemplateResult } from "lit";

export class AgUiInterruptCard extends LitElement {
  static override properties = {
    agent: { attribute: false },
    interrupts: { attribute: false },
    strings: { attribute: false },
  };
  declare interrupts: readonly Interrupt[];

  protected override render(): TemplateResult {
    return html`<div part="card">${this.interrupts.map(({ message }) => message)}</div>`;
  }
}

if (globalThis.customElements && !customElements.get("ag-ui-interrupt-card")) {
  customElements.define("ag-ui-interrupt-card", AgUiInterruptCard);
}
