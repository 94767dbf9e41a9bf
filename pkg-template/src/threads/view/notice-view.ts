import { html, nothing, type TemplateResult } from "lit";
import type { ThreadsStrings } from "../../texts/threads/strings.js";

/** A message above the list, with a button. */
export interface Notice {
  readonly text: string;
  readonly isFailure: boolean;
  readonly button: string;
  act(): void;
}

/** The place of a message, which a screen reader reads when it appears. */
export function noticeView(notice: Notice | undefined): TemplateResult {
  return html`<div class="notices" role=${notice?.isFailure === false ? "status" : "alert"}>
    ${
      notice
        ? html`<p class="notice ${notice.isFailure ? "failure" : ""}" part="notice">
            <span>${notice.text}</span>
            <button class="button plain" part="button" type="button" @click=${() => notice.act()}>${notice.button}</button>
          </p>`
        : nothing
    }
  </div>`;
}

/** The number of threads that a search has found; hidden without one. */
export function foundView(
  count: number | undefined,
  isDone: boolean,
  strings: ThreadsStrings,
): TemplateResult {
  return html`<p class="found" part="found" role="status" ?hidden=${count === undefined}>
    ${count === undefined ? nothing : strings.found(count, isDone)}
  </p>`;
}
