import type { SharedStorage, TodoStorage } from "./storage.js";

/** A page's own storage, which has one text. Within the page one change goes after the other. */
export class OwnStorage implements SharedStorage {
  readonly #own: TodoStorage;
  readonly #aside: (key: string, text: string) => void;
  #last: Promise<unknown> = Promise.resolve();

  /** `aside` keeps what can't be read: the page's storage has one place only. */
  constructor(own: TodoStorage, aside: (key: string, text: string) => void) {
    this.#own = own;
    this.#aside = aside;
  }

  async get(): Promise<string | undefined> {
    const kept: unknown = await this.#own.get();
    return kept === undefined || kept === null ? undefined : String(kept);
  }

  replace(_key: string, expected: string | undefined, text: string): Promise<boolean> {
    return this.#inTurn(async () => {
      if (((await this.get()) || undefined) !== (expected || undefined)) return false;
      await this.#own.set(text);
      return true;
    });
  }

  move(_from: string, to: string, text: string): Promise<void> {
    return this.#inTurn(async () => {
      if ((await this.get()) !== text) return;
      this.#aside(to, text);
      await this.#own.set("");
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}
