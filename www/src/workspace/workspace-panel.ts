import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { panelStyles, sectionStyles } from "../styles/section.styles.js";
import { shared } from "../styles/shared.js";
import type { AnnouncementForm } from "./announcement-form.js";
import "./announcement-form.js";
import "./file-browser.js";
import "./to-do-panel.js";
import { workspace } from "./workspace.js";

/** What the agent works on: the files, the to-do list, and a form of this page. */
export class WorkspacePanel extends LitElement {
  static override styles = [
    shared,
    sectionStyles,
    panelStyles,
    css`
      .parts {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 1.5rem;
      }
    `,
  ];
  static override properties = { finished: { attribute: false }, tools: { attribute: false } };

  /** How many calls have come to an end: after each of them the files may be others. */
  declare finished: number;
  /** The number of tools the agent is offered. */
  declare tools: number;
  readonly #form = createRef<AnnouncementForm>();

  constructor() {
    super();
    this.finished = 0;
    this.tools = 0;
    workspace.area = () => (this.isConnected ? this.#form.value?.area : undefined);
  }

  override render(): TemplateResult {
    return html`<div class="parts">
      ${this.#missing()}
      <file-browser></file-browser>
      <to-do-panel></to-do-panel>
      <announcement-form ${ref(this.#form)}></announcement-form>
    </div>`;
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.get("finished") !== undefined) void workspace.files.refresh();
  }

  #missing(): TemplateResult | typeof nothing {
    if (workspace.missing.length === 0) return nothing;
    return html`<div class="problem" role="status" data-testid="missing-tools">
      Not offered to the agent, because this browser lacks what they need:
      <ul>${workspace.missing.map(({ tools, reason }) => html`<li>${tools.map((tool, index) => html`${index > 0 ? ", " : ""}<code>${tool}</code>`)}: ${reason}</li>`)}</ul>
    </div>`;
  }
}

customElements.define("workspace-panel", WorkspacePanel);
