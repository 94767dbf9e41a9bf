/** Keeps the text of one conversation from when a process opens it until it lets it go. */
export interface ConversationKeeper {
  /** Whether the process must hold the conversation's lease. */
  readonly isLeased: boolean;
  /** The text that was saved last, once this process may change it. */
  open(): Promise<string | undefined>;
  /**
   * Saves the text as it is when its turn comes.
   *
   * @param report receives an error that the store throws.
   * @throws {Error} when it is not saved, of a keeper that is leased. Any other never rejects.
   */
  save(text: () => string, report: (thrown: unknown) => void): Promise<void>;
  /**
   * Settles at once, unless the lease may have run out: then once it is renewed. @throws {LeaseLostError} when it is
   * lost.
   */
  confirm(): Promise<void>;
  /** Gives the conversation back, or stops waiting for it. Never rejects. */
  close(): Promise<void>;
}

/** UTF-16 units of a text that a store gives. */
const LONGEST_TEXT = 67_108_864;

/** A text that a store gives; `undefined` where it has none. @throws {TypeError} for anything else. */
export function storedText(given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === "string" && given.length <= LONGEST_TEXT) return given;
  throw new TypeError("load() gave something else than a text that was saved.");
}
