import { html, nothing, type TemplateResult } from "lit";
import { start } from "../codec/truncate.js";
import { now } from "../execution/clock.js";
import { visibleText } from "../visible-text/visible-text.js";
import { isSettled, type ToolCallState } from "./call-state.js";
import type { CallValues } from "./call-values.js";
import { foldedText, type Opened } from "./folded-text.js";
import { shownProgress } from "./progress.js";
import { statusIcon } from "./status-icon.js";
import { previewOf, valueList } from "./value-list.js";
import type { ValueRows } from "./value-rows.js";

const LONGEST_NAME = 200;

/** The card of a call whose tool has no view. */
export function defaultCard(
  call: ToolCallState,
  values: CallValues,
  opened: Opened,
): TemplateResult {
  const { strings } = opened;
  const title = values.tool?.parameters.title;
  const hasTitle = typeof title === "string" && title !== "";
  return html`<div
    part="card"
    class="card"
    role="group"
    aria-labelledby="title"
    tabindex="-1"
    data-status=${call.status}
  >
    <header part="card-header">
      ${statusIcon(call.status)}
      <span part="card-title" class="title" id="title">${shortName(hasTitle ? title : call.toolName)}</span>
      ${hasTitle ? html`<span part="card-name" class="name">${shortName(call.toolName)}</span>` : nothing}
      <span part="card-status" class="status">${strings.status[call.status]}</span>
      ${buttons(call, opened)}
    </header>
    ${progressLine(call, opened)} ${attemptLine(call, values, opened)}
    ${call.approval ? nothing : argumentsFold(values, opened)}
    ${call.invalid ? errorText(strings.invalid, call.invalid.message, "invalid", values, opened) : nothing}
    ${call.error ? errorText(strings.error, call.error.message, "error", values, opened) : nothing}
    ${values.result ? fold("result", strings.result, values.result, opened) : nothing}
    ${call.late && values.late ? fold("late", strings.lateResult(call.late.attempt), values.late, opened) : nothing}
  </div>`;
}

function buttons(call: ToolCallState, { strings }: Opened): unknown {
  const isStoppable = ["running", "asking", "retrying"].includes(call.status);
  const { retry } = call;
  return html`${
    retry
      ? html`<button part="card-button" type="button" @click=${() => retry()}>${strings.tryNow}</button>`
      : nothing
  }${
    isStoppable
      ? html`<button part="card-button" type="button" @click=${() => call.cancel()}>${strings.cancel}</button>`
      : nothing
  }`;
}

function progressLine({ progress, status }: ToolCallState, { strings }: Opened): unknown {
  const shown = isSettled(status) ? undefined : shownProgress(progress);
  if (!shown) return nothing;
  const { fraction, text } = shown;
  return html`<div part="card-progress" class="progress">
    ${
      fraction === undefined
        ? nothing
        : html`<progress part="card-progress-bar" aria-label=${strings.progress} max="1" .value=${fraction}></progress>
            <span>${strings.percent(fraction)}</span>`
    }
    ${text === undefined ? nothing : html`<span>${visibleText(text)}</span>`}
  </div>`;
}

function attemptLine(call: ToolCallState, values: CallValues, opened: Opened): unknown {
  const { attempt, maxAttempts, retryAt, lastError } = call;
  const { strings } = opened;
  if (call.status !== "retrying") {
    if (attempt < 2 || call.status === "succeeded") return nothing;
    return html`<p part="card-attempt" class="attempt">${strings.attempt(attempt, maxAttempts)}</p>`;
  }
  const seconds = retryAt === undefined ? 0 : Math.max(0, Math.ceil((retryAt - now()) / 1000));
  return html`<p part="card-attempt" class="attempt">
      ${strings.nextAttempt(attempt, maxAttempts, seconds)}
    </p>
    ${lastError ? errorText(strings.error, lastError.message, "last-error", values, opened) : nothing}`;
}

function argumentsFold(values: CallValues, opened: Opened): unknown {
  const { strings } = opened;
  if (values.argsText) return fold("text", strings.argumentText, values.argsText, opened);
  return fold("arguments", strings.arguments, values.args, opened);
}

/** A value that a person may open. */
export function fold(id: string, label: string, rows: ValueRows, opened: Opened): TemplateResult {
  const isEmpty = rows.rows.length === 0;
  const preview = isEmpty ? opened.strings.noArguments : previewOf(rows);
  if (isEmpty) {
    return html`<p class="more">${label}: ${preview}</p>`;
  }
  return html`<details part="card-fold" class="fold" data-fold=${id}>
    <summary part="card-summary">
      ${label}<span part="card-preview" class="preview" aria-hidden="true">${preview}</span>
    </summary>
    ${valueList(id, rows, opened)}
  </details>`;
}

function errorText(
  label: string,
  message: string,
  key: string,
  { clean }: CallValues,
  opened: Opened,
): TemplateResult {
  return html`<p part="card-error" class="error"><strong>${label}:</strong> ${foldedText(key, clean(message), opened)}</p>`;
}

function shortName(name: string): string {
  return visibleText(start(name, LONGEST_NAME), { layout: true });
}
