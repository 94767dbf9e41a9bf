import type { ToolLogRecord } from "ag-ui-lit/log";
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { StoreFollower } from "../app/store-follower.js";
import { listStyles, panelStyles, sectionStyles } from "../styles/section.styles.js";
import { shared } from "../styles/shared.js";
import { type LogEntry, toolLog } from "./log-store.js";

/** How near the end, in pixels, still counts as reading along. */
const NEAR_END = 96;

/** The log's mark in place of a secret. */
const HIDDEN = "[redacted]";

/** The structured log of the tools' calls, live, in the order in which it is written. */
export class LogPanel extends LitElement {
  static override styles = [
    shared,
    sectionStyles,
    listStyles,
    panelStyles,
    css`
      details {
        border-block-end: 1px solid var(--line);
        font-size: var(--tiny);
      }

      summary {
        padding-block: 0.5rem;
        cursor: pointer;
        overflow-wrap: anywhere;
      }

      .figures {
        display: flex;
        flex-wrap: wrap;
        gap: 0 0.75rem;
        color: var(--muted);
        font-variant-numeric: tabular-nums;
      }

      [data-event$="error"] .error {
        color: var(--bad);
      }
    `,
  ];

  #readingAlong = true;

  constructor() {
    super();
    new StoreFollower(this, toolLog);
    this.addEventListener("scroll", () => {
      this.#readingAlong = this.scrollHeight - this.scrollTop - this.clientHeight < NEAR_END;
    });
  }

  override render(): TemplateResult {
    const { entries } = toolLog;
    return html`<section aria-labelledby="title">
      <header>
        <h2 id="title">Structured log <span data-testid="log-count">${entries.length}</span></h2>
        <button class="link" data-testid="clear-log" aria-disabled=${entries.length === 0} @click=${() => toolLog.clear()}>Clear</button>
      </header>
      ${
        entries.length === 0
          ? html`<p class="empty" data-testid="log-empty">Every call writes a line of JSON when it starts, and one when it ends. Keys, tokens and email addresses are removed before the line is written.</p>`
          : nothing
      }
      <div role="log" aria-label="Tool log" data-testid="tool-log">
        ${repeat(entries, ({ key }) => key, lineView)}
      </div>
    </section>`;
  }

  override updated(): void {
    // An empty log explains itself: from the beginning.
    if (toolLog.entries.length === 0) this.#readingAlong = true;
    else if (this.#readingAlong) this.scrollTop = this.scrollHeight;
  }
}

/** One line: the event in short, and all of its JSON when it is opened. */
function lineView({ line, record }: LogEntry): TemplateResult {
  const { event, timestamp } = record;
  return html`<details data-testid="log-line" data-event=${event}>
    <summary>
      <code data-testid="log-tool">${"tool" in record ? record.tool : "The log"}</code>
      <span class="figures">
        <span>${event}</span><time datetime=${timestamp}>${timestamp.slice(11, 23)}</time>
        ${"count" in record ? html`<span>${record.count} lost</span>` : figures(record)}
        ${line.includes(HIDDEN) ? html`<span data-testid="log-redacted">redacted</span>` : nothing}
      </span>
    </summary>
    <pre class="scroller" tabindex="0" role="group" aria-label="The line of JSON" data-testid="log-json">${JSON.stringify(record, undefined, 2)}</pre>
  </details>`;
}

function figures({ latency, resultSize, error }: ToolLogRecord): TemplateResult {
  return html`
    ${latency === undefined ? nothing : html`<span><span class="visually-hidden">Latency </span>${Math.round(latency)} ms</span>`}
    ${resultSize === undefined ? nothing : html`<span><span class="visually-hidden">Size of the result </span>${resultSize} B</span>`}
    ${error === undefined ? nothing : html`<span class="error">${error}</span>`}
  `;
}

customElements.define("log-panel", LogPanel);
