import { css, html, LitElement, type TemplateResult } from "lit";
import {
  type Activity,
  errorLine,
  errorText,
  PHASE_LABELS,
  type Phase,
} from "../activity/activity.js";
import { phaseMark, phaseMarkStyles } from "../activity/phase-mark.js";
import { shared } from "../styles/shared.js";

/** One line in the conversation for a tool call: what was called, and how it stands. */
export class ToolLine extends LitElement {
  static override styles = [
    shared,
    phaseMarkStyles,
    css`
      :host {
        display: block;
      }

      div {
        display: flex;
        align-items: flex-start;
        gap: 0.5rem;
        min-inline-size: 0;
        font-size: var(--small);
        line-height: 1.25rem;
        color: var(--muted);
      }

      .mark {
        margin-block-start: 0.125rem;
      }

      code {
        flex: 0 1 auto;
        min-inline-size: 0;
        overflow-wrap: anywhere;
        font: 500 var(--small) / 1.25rem var(--mono);
        color: var(--ink);
      }

      p {
        display: -webkit-box;
        flex: 1 1 8rem;
        margin: 0;
        min-inline-size: 0;
        overflow: hidden;
        overflow-wrap: anywhere;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
      }

      .failed {
        color: var(--bad);
      }
    `,
  ];
  static override properties = {
    name: {},
    activity: { attribute: false },
    error: {},
    answered: { type: Boolean },
  };

  declare name: string;
  declare activity: Activity | undefined;
  /** The error that the conversation holds for this call. */
  declare error: string | undefined;
  declare answered: boolean;

  override render(): TemplateResult {
    const phase = this.#phase();
    const known = this.activity?.error;
    const message = this.error ?? known?.message;
    const error = message && errorText({ category: "unknown", ...known, message });
    const detail =
      phase === "failed" && error ? errorLine(error) : PHASE_LABELS[phase].toLowerCase();
    return html`<div data-testid="tool-line" data-phase=${phase}>
      ${phaseMark(phase)}<code>${this.name}</code>
      <p class=${phase === "failed" ? "failed" : phase === "succeeded" ? "visually-hidden" : ""}>${detail}</p>
    </div>`;
  }

  #phase(): Phase {
    if (this.activity) return this.activity.phase;
    if (!this.answered) return "cancelled";
    return this.error === undefined ? "succeeded" : "failed";
  }
}

customElements.define("tool-line", ToolLine);
