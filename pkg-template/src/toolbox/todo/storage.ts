/** The storage of a list. Pass your own to keep it on a server, for example. */
export interface TodoStorage {
  /** The stored text; `undefined` if there is none. */
  get(): PromiseLike<string | undefined> | string | undefined;
  /** Keeps a text. */
  set(text: string): PromiseLike<unknown> | unknown;
  /** Calls back whenever another writer has changed it; returns a function that unsubscribes. */
  subscribe?(changed: () => void): () => void;
}

/** A storage that several tabs share. */
export interface SharedStorage {
  get(key: string): Promise<string | undefined>;
  /** As `get()`, for storages whose `get()` creates what they keep texts in: this creates nothing. */
  probe?(key: string): Promise<unknown>;
  /** Keeps a text unless something else than `expected` is there; in one step. Whether it did. */
  replace(key: string, expected: string | undefined, text: string): Promise<boolean>;
  /** Keeps a text under one key and takes it away from another, in one step. */
  move(from: string, to: string, text: string): Promise<void>;
}
