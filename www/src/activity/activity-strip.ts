import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { icon } from "../styles/icons.js";
import { shared } from "../styles/shared.js";
import { type Activity, isRunning, PHASE_LABELS } from "./activity.js";
import "./elapsed-time.js";
import { phaseMark, phaseMarkStyles } from "./phase-mark.js";

/** The panel in one line, for narrow screens: the latest call, a stop button, and a way to the rest. Raises `toggle-panel`. */
export class ActivityStrip extends LitElement {
  static override styles = [
    shared,
    phaseMarkStyles,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: 0.5rem;
        padding: 0 0.75rem 0 1rem;
      }

      .toggle {
        display: flex;
        flex: 1;
        align-items: center;
        gap: 0.5rem;
        min-inline-size: 0;
        min-block-size: 2.75rem;
        font-size: var(--small);
      }

      .toggle > span:nth-of-type(2) {
        flex: 1;
        min-inline-size: 0;
        overflow-wrap: anywhere;
        line-height: 1.25;
      }

      code {
        font: 500 var(--small) var(--mono);
      }

      .quiet {
        color: var(--muted);
        font-variant-numeric: tabular-nums;
      }

      .toggle > svg {
        flex: none;
        color: var(--muted);
        transition: rotate 200ms;
      }

      .toggle[aria-expanded="true"] > svg {
        rotate: 180deg;
      }

      .mark:empty::before {
        flex: none;
      }
    `,
  ];
  static override properties = {
    activities: { attribute: false },
    toolCount: { attribute: false },
    open: { type: Boolean },
  };

  declare activities: readonly Activity[];
  declare toolCount: number;
  declare open: boolean;

  constructor() {
    super();
    this.activities = [];
    this.toolCount = 0;
    this.open = false;
  }

  override render(): TemplateResult {
    const running = this.activities.filter(isRunning);
    const current = running.at(-1) ?? this.activities.at(-1);
    const executionId = running.at(-1)?.executionId;
    return html`<button
        class="toggle"
        data-testid="panel-toggle"
        aria-expanded=${this.open}
        @click=${() => this.dispatchEvent(new Event("toggle-panel", { bubbles: true, composed: true }))}
      >
        ${current ? phaseMark(current.phase) : html`<span aria-hidden="true">${icon("code", 14)}</span>`}
        <span>${current ? this.#summary(current, running.length) : html`Tools on this page <span class="quiet">${this.toolCount}</span>`}</span>
        ${icon("chevron")}
      </button>
      ${
        executionId
          ? html`<button class="button" data-testid="strip-stop-tool" aria-label="Stop ${current?.name}" @click=${() => this.#stop(executionId)}>
              ${icon("stop", 14)} Stop
            </button>`
          : nothing
      }`;
  }

  #summary({ name, phase, startedAt, duration }: Activity, running: number): TemplateResult {
    const time =
      phase === "executing" || duration !== undefined
        ? html` <elapsed-time .startedAt=${startedAt} .duration=${duration}></elapsed-time>`
        : nothing;
    return html`<code>${name}</code> <span class="quiet">${running > 1 ? `and ${running - 1} more running` : PHASE_LABELS[phase].toLowerCase()}${time}</span>`;
  }

  #stop(executionId: string): void {
    this.dispatchEvent(
      new CustomEvent("stop-tool", { detail: { executionId }, bubbles: true, composed: true }),
    );
  }
}

customElements.define("activity-strip", ActivityStrip);
