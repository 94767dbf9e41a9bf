import { jsonObjectOf } from "../codec/json-object.js";
import { wellFormed } from "../codec/truncate.js";
import { withoutValuesOf } from "./assignments.js";
import { beginningOf, isTooLong, shortened, wholeWords } from "./cut-text.js";
import { isLeaf, type Leaf, PlainData, type PlainDataRules } from "./plain-data.js";
import { SecretSearch } from "./secret-search.js";
import { EMAIL, REDACTED, withoutSecrets } from "./secret-text.js";
import { Secrets } from "./secrets.js";
import { isSensitive, plainKey } from "./sensitive-keys.js";

/**
 * Returns the logged replacement of a text, a number or a truth value, by its path: `["args", "passenger", "name"]`,
 * `["error"]`. The replacement is redacted like every other value. `undefined`, and any exception, withholds the value.
 */
export type RedactRule = (value: unknown, path: readonly string[]) => unknown;

/** Redaction in addition to the rules that always apply. */
export interface Redaction {
  /** Names of keys whose values are hidden, however they are written: `"apiKey"` means `api_key` as well. */
  readonly keys?: readonly (string | RegExp)[];
  /** Patterns that are removed from texts. */
  readonly patterns?: readonly RegExp[];
  /**
   * Whether addresses of electronic mail are taken out of texts.
   * @default false
   */
  readonly emails?: boolean;
  /** Asked about each value that is left. */
  readonly values?: RedactRule;
}

/** The most UTF-16 units of all arguments together. */
const LONGEST_ARGS = 16_384;

/** The mark for a value that could not be checked. */
const WITHHELD = "[withheld]";

/** Removes secrets from logged values, and cuts long ones. Never throws. */
export class Redactor {
  readonly #keys: readonly string[];
  readonly #keyPatterns: readonly RegExp[];
  readonly #patterns: readonly RegExp[];
  readonly #rule: RedactRule | undefined;
  readonly #onError: (thrown: unknown) => void;

  /** @param onError receives the errors of the page's own rule. */
  constructor(redaction: Redaction, onError: (thrown: unknown) => void) {
    const { keys = [], patterns = [], emails = false, values } = redaction;
    this.#keys = keys.filter((key) => typeof key === "string").map(plainKey);
    this.#keyPatterns = keys.filter((key) => typeof key !== "string").map(stateless);
    this.#patterns = [...patterns.map(everywhere), ...(emails ? [EMAIL] : [])];
    this.#rule = values;
    this.#onError = onError;
  }

  /**
   * Arguments, as plain data of a bounded size.
   *
   * @param secrets of the record: takes what is hidden here, so that it is hidden in the record's other fields.
   */
  args(args: unknown, secrets = new Secrets()): unknown {
    this.search(args, secrets);
    const hides = (key: string): boolean => this.hides(key);
    const key = (name: string): string => this.clean(name, secrets, true);
    const plain = (leaf: PlainDataRules["leaf"]): unknown =>
      new PlainData({ hides, key, leaf }, LONGEST_ARGS).value(args, ["args"]);
    // A secret that is known by its looks in one place is hidden in the others; the page's rule is not called for this.
    plain((value) => this.shown(value, secrets));
    return plain((value, path) => this.leaf(value, path, secrets));
  }

  /** Searches for the values of secret keys. */
  search(value: unknown, secrets: Secrets): void {
    new SecretSearch((key) => this.hides(key), secrets).value(value);
  }

  /** A text of the record itself. */
  text(text: string, path: readonly string[], secrets = new Secrets()): string {
    const logged = this.leaf(text, path, secrets);
    return typeof logged === "string" ? logged : String(logged);
  }

  /** Returns true if the value of this key is hidden. */
  hides(key: string): boolean {
    if (isSensitive(key)) return true;
    const plain = plainKey(key);
    return (
      this.#keys.some((hidden) => plain === hidden) ||
      this.#keyPatterns.some((pattern) => pattern.test(key))
    );
  }

  /** A value that holds no others, as it is logged. */
  leaf(value: Leaf, path: readonly string[], secrets = new Secrets()): unknown {
    const shown = this.shown(value, secrets);
    if (!this.#rule || value === null) return shown;
    const replaced = this.#replaced(shown, path, secrets);
    if (replaced !== shown) secrets.add(value);
    return replaced;
  }

  /** The replacement by the page's rule. */
  #replaced(shown: unknown, path: readonly string[], secrets: Secrets): unknown {
    try {
      const rule = this.#rule;
      const replacement: unknown = rule?.(shown, path);
      if (replacement === undefined) return WITHHELD;
      return isLeaf(replacement) ? this.shown(replacement, secrets) : WITHHELD;
    } catch (thrown) {
      this.#onError(thrown);
      return WITHHELD;
    }
  }

  /** A text without secrets, of a length that a line can have. */
  clean(text: string, secrets = new Secrets(), isName = false): string {
    const taken = (secret: string): void => secrets.add(secret);
    const read = wholeWords(secrets.hide(beginningOf(wellFormed(text)), isName));
    const named = withoutValuesOf((name) => this.hides(name), withoutSecrets(read, taken), taken);
    const without = (rest: string, pattern: RegExp): string =>
      rest.replace(pattern, (found) => {
        taken(found);
        return REDACTED;
      });
    const left = this.#patterns.reduce(without, named);
    return shortened(left, read.length < text.length && isTooLong(text));
  }

  /** A value before the page's rule is asked. A number may be a card's, too. */
  shown(value: Leaf, secrets: Secrets): unknown {
    if (typeof value === "string") return this.clean(value, secrets);
    if (typeof value === "bigint") return this.clean(String(value), secrets);
    if (typeof value !== "number") return value;
    if (!secrets.isEmpty && secrets.has(value)) return REDACTED;
    if (!Number.isFinite(value)) return String(value);
    if (Math.abs(value) < 1e11) return value;
    const isSecret = withoutSecrets(String(value)) === REDACTED;
    if (isSecret) secrets.add(value);
    return isSecret ? REDACTED : value;
  }
}

/**
 * The secrets of arguments by their keys, under the built-in rules: of a text, which may be unreadable, or of a value.
 */
export function secretsIn(args: unknown): Secrets {
  const secrets = new Secrets();
  const redactor = new Redactor({}, () => {});
  const read = typeof args === "string" ? jsonObjectOf(args) : args;
  if (read === undefined) redactor.clean(String(args), secrets);
  else redactor.search(read, secrets);
  return secrets;
}

/** A pattern of the page, as one that finds all and remembers nothing. */
function everywhere(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, "")}g`);
}

function stateless(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""));
}
