import { isObject } from "../codec/safe-read.js";
import { hiddenMembers, member } from "./hidden-members.js";
import type { Secrets } from "./secrets.js";

/** The maximum number of values that are searched for secrets, and of levels. */
const MOST_SOUGHT = 50_000;
const DEEPEST_SOUGHT = 512;

/** Searches for the values of secret keys, also in parts that a record would cut. */
export class SecretSearch {
  readonly #hides: (key: string) => boolean;
  readonly #secrets: Secrets;
  readonly #within = new Set<object>();
  #room = MOST_SOUGHT;

  /**
   * @param hides returns true for the keys of secrets.
   * @param secrets takes what is found.
   */
  constructor(hides: (key: string) => boolean, secrets: Secrets) {
    this.#hides = hides;
    this.#secrets = secrets;
  }

  value(value: unknown, isHidden = false): void {
    this.#room -= 1;
    if (this.#room < 0 || this.#within.size > DEEPEST_SOUGHT) {
      this.#secrets.addMore();
    } else if (isObject(value)) {
      if (!this.#within.has(value)) this.#members(value, isHidden);
    } else if (isHidden) this.#secrets.add(value);
  }

  #members(value: object, isHidden: boolean): void {
    this.#within.add(value);
    try {
      const hidden = hiddenMembers(this.#hides, value);
      for (const key of Object.keys(value)) {
        if (this.#room < 0) break;
        this.value(member(value, key), isHidden || hidden(key));
      }
    } catch {
      // A value that can't be read is not shown either.
    }
    this.#within.delete(value);
  }
}
