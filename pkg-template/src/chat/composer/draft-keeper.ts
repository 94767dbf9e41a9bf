import { after } from "../../execution/timer.js";
import { storeDraft } from "./draft-storage.js";
import type { Draft } from "./drafts.js";

/** Milliseconds after a change until it is stored: a store for each key would slow down typing. */
const DELAY = 400;

/** Stores a changed draft soon, and at the latest when the page or the composer goes. */
export class DraftKeeper {
  #waiting: { readonly draft: Draft; readonly callOff: () => void } | undefined;

  /** Stores the draft's text soon. */
  changed(draft: Draft): void {
    if (this.#waiting?.draft === draft) this.#waiting.callOff();
    else this.flush();
    this.#waiting = { draft, callOff: after(DELAY, this.flush) };
  }

  /** Stores what waits now. */
  readonly flush = (): void => {
    const waiting = this.#waiting;
    if (!waiting) return;
    this.#waiting = undefined;
    waiting.callOff();
    storeDraft(waiting.draft.threadId, waiting.draft.text);
  };
}
