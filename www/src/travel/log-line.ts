import type { ToolLogLoss, ToolLogRecord } from "ag-ui-lit/log";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { Phase } from "../activity/activity.js";
import { formatDuration } from "../activity/elapsed-time.js";
import { jsonText, layOut } from "../activity/json-text.js";
import { phaseMark, phaseMarkStyles } from "../activity/phase-mark.js";
import { icon } from "../styles/icons.js";
import { shared } from "../styles/shared.js";
import { lineStyles } from "./log-line.styles.js";
import type { LogEntry } from "./log-store.js";

const PHASES: Readonly<Record<ToolLogRecord["event"] | ToolLogLoss["event"], Phase>> = {
  tool_invocation_started: "pending",
  tool_invocation_success: "succeeded",
  tool_invocation_error: "failed",
  log_records_lost: "failed",
};

/** What the log writes in place of a secret. */
const HIDDEN = "[redacted]";

/** One line of the log: what happened in short, and all of its JSON when it is opened. */
export class LogLine extends LitElement {
  static override styles = [shared, phaseMarkStyles, lineStyles];
  static override properties = { entry: { attribute: false } };

  declare entry: LogEntry | undefined;

  override render(): TemplateResult | typeof nothing {
    if (!this.entry) return nothing;
    const { line, record } = this.entry;
    const { event, timestamp } = record;
    return html`<details data-testid="log-line" data-event=${event}>
      <summary>
        ${phaseMark(PHASES[event])}
        <b data-testid="log-tool">${"tool" in record ? breakable(record.tool) : "The log"}</b>
        <span class="event">${event}</span>
        <span class="figures">
          <time datetime=${timestamp}>${timestamp.slice(11, 23)}</time>
          ${"count" in record ? html`<span>${record.count} lost</span>` : this.#figures(record)}
          ${line.includes(HIDDEN) ? html`<span class="hidden" data-testid="log-redacted">redacted</span>` : nothing}
        </span>
        ${icon("chevron", 14)}
      </summary>
      <pre class="scroller" tabindex="0" role="group" aria-label="The line of JSON" data-testid="log-json">${jsonText(layOut(line, 40))}</pre>
    </details>`;
  }

  #figures({ latency, resultSize, error }: ToolLogRecord): TemplateResult {
    return html`
      ${latency === undefined ? nothing : html`<span data-testid="log-latency"><span class="visually-hidden">Latency </span>${formatDuration(latency)}</span>`}
      ${resultSize === undefined ? nothing : html`<span data-testid="log-size"><span class="visually-hidden">Size of the result </span>${formatBytes(resultSize)}</span>`}
      ${error === undefined ? nothing : html`<span class="error">${error}</span>`}
    `;
  }
}

/** An id goes on in the next line where its parts meet, rather than in a word. */
function breakable(id: string): unknown {
  return id.split("::").map((part, index) => (index === 0 ? part : html`::<wbr>${part}`));
}

function formatBytes(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
}

customElements.define("log-line", LogLine);
