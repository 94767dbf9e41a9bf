import { html, nothing, type TemplateResult } from "lit";
import type { ThreadsStrings } from "../../texts/threads/strings.js";
import type { ThreadList } from "../thread-list.js";

/** A message above the list, with a button. */
interface Notice {
  readonly text: string;
  readonly isFailure: boolean;
  readonly button: string;
  act(): void;
}

/** The message that is shown: the last one, until the person dismisses it, else that the store can't be read. */
export class Notices {
  readonly #changed: () => void;
  readonly #dismissed: () => void;
  #shown: Pick<Notice, "text" | "isFailure"> | undefined;

  /** @param dismissed is called when the person has removed a message. */
  constructor(changed: () => void, dismissed: () => void) {
    this.#changed = changed;
    this.#dismissed = dismissed;
  }

  show(text: string, isFailure: boolean): void {
    this.#shown = { text, isFailure };
    this.#changed();
  }

  /** The message to show above a list. */
  of(list: ThreadList | undefined, strings: ThreadsStrings): Notice | undefined {
    if (this.#shown) return { ...this.#shown, button: strings.dismiss, act: () => this.#dismiss() };
    if (!list?.failure) return undefined;
    const again = (): void => void list.refresh();
    return { text: strings.failedRead, isFailure: true, button: strings.tryAgain, act: again };
  }

  #dismiss(): void {
    this.#shown = undefined;
    this.#changed();
    this.#dismissed();
  }
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
