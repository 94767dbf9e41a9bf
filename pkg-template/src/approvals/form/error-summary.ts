import { html, type TemplateResult } from "lit";
import type { Draft } from "../../json-form/draft.js";
import { markedText } from "../../look/marked-text.js";
import type { ApprovalStrings } from "../../texts/approval/strings.js";

/** The most errors that a summary lists. */
const mostErrors = 50;

/**
 * The errors of a form, with a button for each field that leads there.
 *
 * @param goTo moves the focus to a field.
 */
export function errorSummary(
  errors: ReadonlyMap<Draft, readonly string[]>,
  strings: ApprovalStrings,
  goTo: (draft: Draft) => void,
): TemplateResult {
  const entries = [...errors].slice(0, mostErrors);
  return html`<div class="summary" part="error-summary" id="summary" tabindex="-1" role="group" aria-labelledby="summary-title">
    <p id="summary-title">${strings.formErrors(errors.size)}</p>
    <ul>${entries.map(
      ([draft, texts]) =>
        html`<li><button type="button" @click=${() => goTo(draft)}>${lineOf(draft, texts)}</button></li>`,
    )}</ul>
  </div>`;
}

function lineOf({ field }: Draft, [text = ""]: readonly string[]): unknown {
  return markedText(field.label === "" ? text : `${field.label}: ${text}`);
}
