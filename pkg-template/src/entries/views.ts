// stand-in: the file of the branch views counts
import { html, LitElement, type TemplateResult } from "lit";

export class AgUiToolCard extends LitElement {
  static override properties = {
    agent: { attribute: false },
    messageId: { attribute: false },
    toolCallId: { attribute: false },
    index: { attribute: false },
    strings: { attribute: false },
  };
  declare toolCallId: string;

  protected override render(): TemplateResult {
    return html`<div part="card">${this.toolCallId}</div>`;
  }
}

export class AgUiActivityCard extends LitElement {
  static override properties = {
    agent: { attribute: false },
    message: { attribute: false },
    strings: { attribute: false },
  };
  declare message: { readonly activityType: string } | undefined;

  protected override render(): TemplateResult {
    return html`<div part="card">${this.message?.activityType}</div>`;
  }
}

if (globalThis.customElements && !customElements.get("ag-ui-tool-card")) {
  customElements.define("ag-ui-tool-card", AgUiToolCard);
  customElements.define("ag-ui-activity-card", AgUiActivityCard);
}
