import { html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { sectionStyles } from "../styles/section.styles.js";
import { shared } from "../styles/shared.js";
import { type LogEntry, toolLog } from "./log-store.js";
import "./log-line.js";
import { panelStyles } from "./log-panel.styles.js";

/** How near the end, in pixels, still counts as reading along. */
const NEAR_END = 96;

/** The structured log of the tools' calls, live, in the order in which it is written. */
export class LogPanel extends LitElement {
  static override styles = [shared, sectionStyles, panelStyles];

  #readingAlong = true;
  readonly #show = () => this.requestUpdate();
  readonly #scrolled = () => {
    this.#readingAlong = this.scrollHeight - this.scrollTop - this.clientHeight < NEAR_END;
  };

  override connectedCallback(): void {
    super.connectedCallback();
    toolLog.addEventListener("change", this.#show);
    this.addEventListener("scroll", this.#scrolled);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    toolLog.removeEventListener("change", this.#show);
    this.removeEventListener("scroll", this.#scrolled);
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
        ${repeat(
          entries,
          ({ key }) => key,
          (entry, index) => this.#entry(entry, entries[index - 1]),
        )}
      </div>
    </section>`;
  }

  override updated(): void {
    // An empty log says what it is for: from the beginning.
    if (toolLog.entries.length === 0) this.#readingAlong = true;
    else if (this.#readingAlong) this.scrollTop = this.scrollHeight;
  }

  /** What one message of the visitor set off has one correlation id: it is said once. */
  #entry(entry: LogEntry, before: LogEntry | undefined): TemplateResult {
    const id = correlationOf(entry);
    const isSame = id === undefined || (before !== undefined && correlationOf(before) === id);
    return html`${isSame ? nothing : html`<h3 title=${id}>Correlation ${id.slice(0, 8)}…</h3>`}<log-line .entry=${entry}></log-line>`;
  }
}

function correlationOf({ record }: LogEntry): string | undefined {
  return "correlationId" in record ? record.correlationId : undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "log-panel": LogPanel;
  }
}

customElements.define("log-panel", LogPanel);
