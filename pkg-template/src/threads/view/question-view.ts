import { html, type TemplateResult } from "lit";
import type { Deliberate } from "../../approvals/card/deliberate.js";
import type { ThreadSummary } from "../../durable/thread-store.js";
import type { ThreadsStrings } from "../../texts/threads/strings.js";
import { type RowActions, shownTitle } from "./row-view.js";

/**
 * A row that asks whether to delete its thread for good. The safe answer comes first and has the focus. A press counts
 * once the question has been seen, so that a double click or a held key deletes nothing; a script's click never counts.
 */
export function questionView(
  thread: ThreadSummary,
  strings: ThreadsStrings,
  {
    deliberate,
    actions,
    confirmed,
  }: {
    readonly deliberate: Deliberate;
    readonly actions: RowActions;
    readonly confirmed: (thread: ThreadSummary) => void;
  },
): TemplateResult {
  const escaped = (event: KeyboardEvent): void => {
    deliberate.pressed(event);
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    actions.settled(thread.id);
  };
  const remove = (event: MouseEvent): void => {
    if (deliberate.isMeant(event)) confirmed(thread);
  };
  return html`<li class="row asking" part="thread" data-thread=${thread.id}>
    <div
      class="danger"
      role="group"
      aria-labelledby="question"
      @pointerdown=${deliberate.pressed}
      @keydown=${escaped}
      @keyup=${deliberate.pressed}
    >
      <p class="question" part="question" id="question">
        ${strings.removeQuestion(shownTitle(thread, strings))}
      </p>
      <div class="actions">
        <button class="button keep" part="button keep-button" type="button" aria-describedby="question" @click=${() => actions.settled(thread.id)}>
          ${strings.removeKeep}
        </button>
        <button class="button primary" part="button delete-button" type="button" aria-describedby="question" aria-disabled=${!deliberate.isReady} @click=${remove}>
          ${strings.removeConfirm}
        </button>
      </div>
    </div>
  </li>`;
}
