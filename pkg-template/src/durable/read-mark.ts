import type { Message } from "@ag-ui/core";
import type { ThreadStore } from "./thread-store.js";

/** Marks a thread as read: one whose page is visible is being read. */
export class ReadMark {
  readonly #store: ThreadStore;
  readonly #id: string;
  /** The messages of the assistant when it was marked last. */
  #said = -1;

  constructor(store: ThreadStore, id: string) {
    this.#store = store;
    this.#id = id;
  }

  /** The page shows these messages, which are stored. Never rejects: an unread thread does no harm. */
  async shown(messages: readonly Message[]): Promise<void> {
    if (globalThis.document?.visibilityState !== "visible") return;
    const said = messages.filter(({ role }) => role === "assistant").length;
    // The store reports the mark itself as a change, to every tab.
    if (said === this.#said) return;
    this.#said = said;
    try {
      await this.#store.update(this.#id, { isRead: true });
    } catch {
      this.#said = -1;
    }
  }
}
