import { html, LitElement, nothing, type TemplateResult } from "lit";
import { icon } from "../styles/icons.js";
import { shared } from "../styles/shared.js";
import { type Activity, errorText, isRunning, PHASE_LABELS, type Phase } from "./activity.js";
import "./elapsed-time.js";
import { cardStyles } from "./execution-card.styles.js";
import { dataText, jsonText } from "./json-text.js";
import { phaseMark, phaseMarkStyles } from "./phase-mark.js";

const STEPS = ["Arguments", "Validate", "Run", "Answer"] as const;
const STEP_OF: Readonly<Record<Phase, number>> = {
  streaming: 0,
  asking: 1,
  pending: 1,
  validating: 1,
  executing: 2,
  succeeded: 4,
  failed: 2,
  cancelled: 2,
};

/** One tool call, live. Raises `stop-tool` with the execution's id. */
export class ExecutionCard extends LitElement {
  static override styles = [shared, phaseMarkStyles, cardStyles];
  static override properties = { activity: { attribute: false } };

  declare activity: Activity | undefined;

  override render(): TemplateResult | typeof nothing {
    const activity = this.activity;
    if (!activity) return nothing;
    const { name, phase, startedAt, duration, executionId, attempt, answeredBy } = activity;
    return html`<article aria-label="${name}: ${PHASE_LABELS[phase]}" data-phase=${phase} data-testid="execution-card" data-tool=${name}>
      <header>
        ${phaseMark(phase)}
        <h3>${name}</h3>
        ${answeredBy === "backend" ? html`<span class="where" data-testid="execution-where">Server</span>` : nothing}
        <span class="standing">
          <span class="phase" data-testid="execution-status">${PHASE_LABELS[phase]}</span>
          <span class="time"><elapsed-time .startedAt=${startedAt} .duration=${endOf(activity, duration)}></elapsed-time></span>
        </span>
      </header>
      ${answeredBy === "backend" ? nothing : this.#steps(activity)}
      <pre class="scroller" data-testid="execution-args" tabindex="0" role="group" aria-label="Arguments">${this.#args(activity)}</pre>
      ${attempt ? html`<p class="note">Attempt ${attempt.number} of ${attempt.of}</p>` : nothing} ${this.#outcome(activity)}
      ${
        isRunning(activity) && executionId
          ? html`<footer>
              <button class="button" data-testid="stop-tool" aria-label="Stop this tool: ${name}" @click=${() => this.#stop(executionId)}>${icon("stop", 14)} Stop this tool</button>
            </footer>`
          : nothing
      }
    </article>`;
  }

  #steps(activity: Activity): TemplateResult {
    const { phase, error } = activity;
    const at = phase === "failed" && error?.category === "validation" ? 1 : STEP_OF[phase];
    return html`<ol class="steps" aria-hidden="true">
      ${STEPS.map((step, i) => {
        const state =
          i < at
            ? "done"
            : i > at
              ? "ahead"
              : phase === "failed" || phase === "cancelled"
                ? phase
                : "now";
        return html`<li class=${state}>${step}</li>`;
      })}
    </ol>`;
  }

  #args({ phase, argsText }: Activity): unknown {
    if (phase === "streaming") return html`${jsonText(argsText)}<span class="caret"></span>`;
    return dataText(argsText.trim() === "" ? "{}" : argsText);
  }

  #outcome({ phase, result, error, answeredBy }: Activity): TemplateResult | typeof nothing {
    if (phase === "succeeded") {
      return html`<div class="outcome" data-testid="execution-result">
        <h4>${answeredBy === "backend" ? "Ran on the server, which answered" : "Answered the agent"}</h4>
        <pre class="scroller" tabindex="0" role="group" aria-label="Result">${dataText(result ?? "null")}</pre>
      </div>`;
    }
    if (phase === "failed") {
      return html`<div class="outcome bad" data-testid="execution-error">
        <h4>${failureTitle(error, answeredBy)}</h4>
        <p class="scroller" tabindex="0" role="group" aria-label="Error">${error ? errorText(error) : "The tool did not say why."}</p>
      </div>`;
    }
    if (phase === "cancelled") {
      return html`<div class="outcome" data-testid="execution-error"><p class="note">Stopped before it finished.</p></div>`;
    }
    return nothing;
  }

  #stop(executionId: string): void {
    this.dispatchEvent(
      new CustomEvent("stop-tool", { detail: { executionId }, bubbles: true, composed: true }),
    );
  }
}

function failureTitle(error: Activity["error"], answeredBy: Activity["answeredBy"]): string {
  if (answeredBy === "backend") return "Refused by the server; the agent reads the reason";
  if (error?.code === "declined") return "Declined; the agent is informed";
  return error?.category === "validation"
    ? "Refused before it ran; the agent reads the reason"
    : "Failed; the agent reads the reason";
}

/** A call that ended without a duration never ran: there is nothing to count. */
function endOf(activity: Activity, duration: number | undefined): number | undefined {
  return duration ?? (isRunning(activity) || activity.startedAt === undefined ? undefined : 0);
}

customElements.define("execution-card", ExecutionCard);
