import { type ConversationKeeper, storedText } from "../leases/keeper.js";
import type { ReasonerStore } from "./store.js";

/** Keeps a conversation in a store without leases: one process at a time answers it, or the last one to write wins. */
export class PlainKeeper implements ConversationKeeper {
  readonly isLeased = false;
  readonly #store: ReasonerStore;
  readonly #id: string;
  readonly #report: (thrown: unknown) => void;
  /** The last write, as long as it goes on. Never rejects. */
  #saving: Promise<void> | undefined;

  constructor(store: ReasonerStore, id: string, report: (thrown: unknown) => void) {
    this.#store = store;
    this.#id = id;
    this.#report = report;
  }

  async open(): Promise<string | undefined> {
    try {
      return storedText(await this.#store.load(this.#id));
    } catch (thrown) {
      this.#report(thrown);
      return undefined;
    }
  }

  save(text: () => string, report: (thrown: unknown) => void): Promise<void> {
    const write = async (): Promise<void> => {
      try {
        await this.#store.save(this.#id, text());
      } catch (thrown) {
        report(thrown);
      }
    };
    const saving = this.#saving ? this.#saving.then(write) : write();
    this.#saving = saving;
    return saving.then(() => {
      if (this.#saving === saving) this.#saving = undefined;
    });
  }

  confirm(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
