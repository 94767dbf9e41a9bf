import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
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
    css`
      :host {
        display: block;
        min-block-size: 0;
        overflow-y: auto;
        padding: 0.875rem 1.25rem 1.25rem;
        background: var(--paper);
        scrollbar-gutter: stable;
      }

      .parts {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 1.5rem;
      }

      .missing {
        margin: 0;
        padding: 0.625rem 0.75rem;
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        font-size: var(--small);
        overflow-wrap: anywhere;
      }

      .missing ul {
        margin: 0.375rem 0 0;
        padding-inline-start: 1.125rem;
      }

      code {
        font: 500 0.95em var(--mono);
      }

      @media (width < 60rem) {
        :host {
          padding: 0.75rem 1rem 1rem;
        }
      }
    `,
  ];
  static override properties = { finished: { attribute: false } };

  /** How many calls have come to an end: after each of them the files may be others. */
  declare finished: number;
  readonly #form = createRef<AnnouncementForm>();
  readonly #show = () => this.requestUpdate();

  constructor() {
    super();
    this.finished = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    workspace.addEventListener("change", this.#show);
    workspace.area = () => this.#form.value?.area;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    workspace.removeEventListener("change", this.#show);
    workspace.area = () => undefined;
  }

  override render(): TemplateResult {
    return html`<div class="parts">
      ${this.#missing()}
      <file-browser .files=${workspace.files}></file-browser>
      <to-do-panel .toDos=${workspace.toDos}></to-do-panel>
      <announcement-form ${ref(this.#form)}></announcement-form>
    </div>`;
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.get("finished") !== undefined) void workspace.files.refresh();
  }

  #missing(): TemplateResult | typeof nothing {
    if (workspace.missing.length === 0) return nothing;
    return html`<div class="missing" role="status" data-testid="missing-tools">
      Not offered to the agent, for this browser lacks what they need:
      <ul>${workspace.missing.map(({ tools, reason }) => html`<li>${tools.map((tool, index) => html`${index > 0 ? ", " : ""}<code>${tool}</code>`)}: ${reason}</li>`)}</ul>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "workspace-panel": WorkspacePanel;
  }
}

customElements.define("workspace-panel", WorkspacePanel);
