import type { RegisteredTool } from "ag-ui-lit";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../styles/icons.js";
import { shared } from "../styles/shared.js";
import type { Activity } from "./activity.js";
import { panelStyles } from "./activity-panel.styles.js";
import "./execution-card.js";
import "./tool-list.js";

/** What the tools are doing, and which there are. Raises `show-code`; `stop-tool` bubbles through it. */
export class ActivityPanel extends LitElement {
  static override styles = [shared, panelStyles];
  static override properties = { activities: { attribute: false }, tools: { attribute: false } };

  declare activities: readonly Activity[];
  declare tools: readonly RegisteredTool[];

  constructor() {
    super();
    this.activities = [];
    this.tools = [];
  }

  override render(): TemplateResult {
    const newestFirst = this.activities.toReversed();
    return html`
      <section class="activity scroller" tabindex="0" aria-labelledby="activity-title">
        <h2 id="activity-title">Tool activity</h2>
        ${newestFirst.length === 0 ? this.#nothingYet() : nothing}
        <div class="cards" data-testid="activity">
          ${repeat(
            newestFirst,
            ({ key }) => key,
            (activity) => html`<execution-card .activity=${activity}></execution-card>`,
          )}
        </div>
      </section>
      <section class="tools scroller" tabindex="0" aria-labelledby="tools-title">
        <header>
          <h2 id="tools-title">Tools on this page <span data-testid="tool-count">${this.tools.length}</span></h2>
          <button class="link" data-testid="show-code" @click=${() => this.dispatchEvent(new Event("show-code", { bubbles: true, composed: true }))}>
            ${icon("code", 14)} See the code
          </button>
        </header>
        <tool-list .tools=${this.tools} .counts=${this.#counts()}></tool-list>
      </section>
    `;
  }

  #nothingYet(): TemplateResult {
    return html`<div class="nothing" data-testid="activity-empty">
      <p>Every tool call shows up here, live.</p>
      <ol>
        <li><b>Arguments</b> stream in from the agent.</li>
        <li><b>Validate</b>: a Rust core in WebAssembly checks them against the tool's schema.</li>
        <li><b>Run</b>: the tool's function runs in this page, and you can stop it.</li>
        <li><b>Answer</b>: the result, or the error, goes back to the agent.</li>
      </ol>
    </div>`;
  }

  #counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { name } of this.activities) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  }
}

customElements.define("activity-panel", ActivityPanel);
