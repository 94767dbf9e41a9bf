import type { ThreadMatch } from "../search/search-threads.js";
import type { ThreadList } from "../thread-list.js";

/** The pause in writing after which a search begins, in milliseconds. */
const PAUSE = 150;

/** The most threads that a search in the list shows. */
const LIMIT = 200;

/** A search as the person writes it: the last one counts, and what it finds is there as it is found. */
export class SearchState {
  readonly #changed: () => void;
  readonly #failed: (failure: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #controller: AbortController | undefined;
  #matches: readonly ThreadMatch[] | undefined;
  #isDone = false;
  #text = "";

  constructor(changed: () => void, failed: (failure: unknown) => void) {
    this.#changed = changed;
    this.#failed = failed;
  }

  /** The text that is searched for. */
  get text(): string {
    return this.#text;
  }

  /** The threads that were found so far; `undefined` when nothing is searched for. */
  get matches(): readonly ThreadMatch[] | undefined {
    return this.#matches;
  }

  /** Returns true if a search has come to its end. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Searches for a text, soon; nothing for an empty one. */
  search(list: ThreadList | undefined, text: string): void {
    this.stop();
    this.#text = text;
    const isWanted = text.trim() !== "" && list !== undefined;
    this.#isDone = false;
    if (!isWanted) this.#matches = undefined;
    else this.#timer = setTimeout(() => void this.#run(list, text), PAUSE);
    this.#changed();
  }

  /** Ends a search that is under way. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#controller?.abort();
    this.#controller = undefined;
  }

  async #run(list: ThreadList, text: string): Promise<void> {
    const controller = new AbortController();
    this.#controller = controller;
    const { signal } = controller;
    const matches: ThreadMatch[] = [];
    const show = (isDone: boolean): void => {
      this.#matches = [...matches];
      this.#isDone = isDone;
      this.#changed();
    };
    show(false);
    try {
      for await (const match of list.search(text, { signal, limit: LIMIT })) {
        if (signal.aborted) return;
        matches.push(match);
        if (matches.length % 20 === 1) show(false);
      }
      if (!signal.aborted) show(true);
    } catch (thrown) {
      if (!signal.aborted) this.#failed(thrown);
    }
  }
}
