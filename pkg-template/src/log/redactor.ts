import { jsonObjectOf } from "../codec/json-object.js";
import { isArray, isObject, tagOf } from "../codec/safe-read.js";
import { start, truncate, wellFormed } from "../codec/truncate.js";
import { withoutValuesOf } from "./assignments.js";
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

/** UTF-16 units of a text that are looked at, and that are logged. */
const LONGEST_READ = 65_536;
const LONGEST_TEXT = 2000;

/** Units beyond that in which a secret ends that begins before. */
const MORE_READ = 32_768;

/** Members of one array or object, levels, and units of all arguments together. */
const MOST_MEMBERS = 100;
const DEEPEST = 12;
const LONGEST_ARGS = 16_384;

/** The maximum length of a text that may name its neighbour, in UTF-16 units. */
const LONGEST_NAME = 100;

/** The maximum number of values that are searched for secrets, and of levels. */
const MOST_SOUGHT = 50_000;
const DEEPEST_SOUGHT = 512;

/** The mark for a value that could not be checked. */
const WITHHELD = "[withheld]";

/** Removes secrets from logged values, and cuts long ones. Never throws. */
export class Redactor {
  readonly #keys: readonly string[];
  readonly #keyPatterns: readonly RegExp[];
  readonly #patterns: readonly RegExp[];
  readonly #rule: RedactRule | undefined;
  readonly #tell: (thrown: unknown) => void;

  /** @param tell receives the errors of the page's own rule. */
  constructor(redaction: Redaction, tell: (thrown: unknown) => void) {
    const { keys = [], patterns = [], emails = false, values } = redaction;
    this.#keys = keys.filter((key) => typeof key === "string").map(plainKey);
    this.#keyPatterns = keys.filter((key) => typeof key !== "string").map(stateless);
    this.#patterns = [...patterns.map(everywhere), ...(emails ? [EMAIL] : [])];
    this.#rule = values;
    this.#tell = tell;
  }

  /**
   * Arguments, as plain data of a bounded size.
   *
   * @param secrets of the record: takes what is hidden here, so that it is hidden in the record's other fields.
   */
  args(args: unknown, secrets = new Secrets()): unknown {
    this.search(args, secrets);
    // A secret that is known by its looks in one place is hidden in the others.
    new Walk(this, LONGEST_ARGS, secrets, true).value(args, ["args"]);
    return new Walk(this, LONGEST_ARGS, secrets).value(args, ["args"]);
  }

  /** Searches for the values of secret keys. */
  search(value: unknown, secrets: Secrets): void {
    new Search(this, secrets).value(value);
  }

  /** A text of the record itself. */
  text(text: string, path: readonly string[], secrets = new Secrets()): string {
    const said = this.leaf(text, path, secrets);
    return typeof said === "string" ? said : String(said);
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
    const said = this.#said(shown, path, secrets);
    if (said !== shown) secrets.add(value);
    return said;
  }

  #said(shown: unknown, path: readonly string[], secrets: Secrets): unknown {
    try {
      const rule = this.#rule;
      const said: unknown = rule?.(shown, path);
      if (said === undefined) return WITHHELD;
      return isLeaf(said) ? this.shown(said, secrets) : WITHHELD;
    } catch (thrown) {
      this.#tell(thrown);
      return WITHHELD;
    }
  }

  /** A text without secrets, of a length that a line can have. */
  clean(text: string, secrets = new Secrets(), isName = false): string {
    const taken = (secret: string): void => secrets.add(secret);
    const read = wholeWords(secrets.hide(begun(wellFormed(text)), isName));
    const named = withoutValuesOf((name) => this.hides(name), withoutSecrets(read, taken), taken);
    const without = (rest: string, pattern: RegExp): string =>
      rest.replace(pattern, (found) => {
        taken(found);
        return REDACTED;
      });
    const left = this.#patterns.reduce(without, named);
    const isCut = read.length < text.length && text.length > LONGEST_READ;
    const kept = truncate(left, LONGEST_TEXT);
    return isCut && kept === left ? `${left}… [the rest was cut]` : kept;
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

type Leaf = string | number | boolean | bigint | null;

/** Searches for the values of secret keys, also in parts that a record would cut. */
class Search {
  readonly #redactor: Redactor;
  readonly #secrets: Secrets;
  readonly #within = new Set<object>();
  #room = MOST_SOUGHT;

  constructor(redactor: Redactor, secrets: Secrets) {
    this.#redactor = redactor;
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
      const hidden = hiddenMembers(this.#redactor, value);
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

/** Goes through one value. */
class Walk {
  readonly #redactor: Redactor;
  readonly #secrets: Secrets;
  /** Only a search for secrets: the page's rule is not called. */
  readonly #isFirst: boolean;
  readonly #within = new Set<object>();
  #room: number;

  constructor(redactor: Redactor, room: number, secrets: Secrets, isFirst = false) {
    this.#redactor = redactor;
    this.#room = room;
    this.#secrets = secrets;
    this.#isFirst = isFirst;
  }

  value(value: unknown, path: readonly string[]): unknown {
    if (this.#room <= 0) return "[cut]";
    const shown = this.#shown(value, path);
    this.#room -= typeof shown === "string" ? shown.length + 3 : 6;
    return shown;
  }

  #shown(value: unknown, path: readonly string[]): unknown {
    if (isLeaf(value)) {
      return this.#isFirst
        ? this.#redactor.shown(value, this.#secrets)
        : this.#redactor.leaf(value, path, this.#secrets);
    }
    if (!isObject(value)) return value === undefined ? null : `[a ${typeof value}]`;
    if (this.#within.has(value)) return "[an object inside itself]";
    if (this.#within.size >= DEEPEST)
      return isArray(value) ? "[an array, cut]" : "[an object, cut]";
    this.#within.add(value);
    try {
      return isArray(value) ? this.#list(value, path) : this.#record(value, path);
    } catch {
      return "[could not be read]";
    } finally {
      this.#within.delete(value);
    }
  }

  #list(value: readonly unknown[], path: readonly string[]): unknown[] {
    const length = Math.min(value.length, MOST_MEMBERS);
    const list: unknown[] = [];
    const hidden = hiddenMembers(this.#redactor, value);
    for (let at = 0; at < length && this.#room > 0; at += 1) {
      const shown = hidden(String(at))
        ? REDACTED
        : this.value(member(value, at), [...path, String(at)]);
      list.push(shown);
    }
    const missing = value.length - list.length;
    if (missing > 0) list.push(`[${missing} more items were cut]`);
    return list;
  }

  #record(value: object, path: readonly string[]): unknown {
    const tag = tagOf(value);
    if (tag !== "Object") return `[a ${start(tag, 60)}]`;
    const record: Record<string, unknown> = {};
    const hidden = hiddenMembers(this.#redactor, value);
    const keys = Object.keys(value);
    let count = 0;
    for (const key of keys) {
      if (count >= MOST_MEMBERS || this.#room <= 0) break;
      count += 1;
      const name = this.#redactor.clean(key, this.#secrets, true);
      this.#room -= name.length + 3;
      const shown = hidden(key) ? REDACTED : this.value(member(value, key), [...path, name]);
      define(record, name, shown);
    }
    const missing = keys.length - count;
    if (missing > 0) define(record, "…", `[${missing} more members were cut]`);
    return record;
  }
}

/**
 * Returns a function that is true for the hidden members of an object or a list: by their keys, or by their neighbours.
 */
function hiddenMembers(redactor: Redactor, holder: object): (key: string) => boolean {
  const isHiddenName = (name: unknown): name is string =>
    typeof name === "string" && name.length <= LONGEST_NAME && redactor.hides(name);
  if (isArray(holder)) {
    return (key) => {
      const before: unknown = Number(key) > 0 ? member(holder, Number(key) - 1) : undefined;
      // Arguments of a command: ["--password", "…"].
      if (typeof before === "string" && /^--?[a-z]/i.test(before) && !before.includes("=")) {
        return isHiddenName(before) || before === "-p";
      }
      // A header, or another entry with a name: ["authorization", "Token …"].
      return key === "1" && holder.length === 2 && isHiddenName(before);
    };
  }
  // The same as an object: { name: "authorization", value: "Token …" }.
  const isEntry = ["name", "key", "header"].some((key) => isHiddenName(own(holder, key)));
  return (key) => redactor.hides(key) || (isEntry && /^values?$/i.test(key));
}

function own(holder: object, key: string): unknown {
  return Object.hasOwn(holder, key) ? member(holder, key) : undefined;
}

/** Exceptions of getters and Proxies do not reach the log. */
function member(holder: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(holder, key);
  } catch {
    return "[could not be read]";
  }
}

function isLeaf(value: unknown): value is Leaf {
  return value === null || ["string", "number", "boolean", "bigint"].includes(typeof value);
}

/** The beginning of a text, as much as may be read, which is more than the length of a secret. */
function begun(text: string): string {
  return text.length <= LONGEST_READ ? text : start(text, LONGEST_READ + MORE_READ);
}

/** The beginning of a long text, without the word that it was cut in: half a secret would not be recognized. */
function wholeWords(text: string): string {
  if (text.length <= LONGEST_READ) return text;
  const beginning = start(text, LONGEST_READ);
  return beginning.slice(0, lastBlank(beginning) + 1);
}

function lastBlank(text: string): number {
  for (let at = text.length - 1; at >= 0; at -= 1) if (/[\s,;]/.test(text[at] as string)) return at;
  return -1;
}

/** `__proto__` is a key like any other. */
function define(record: object, key: string, value: unknown): void {
  const property = { value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(record, key, property);
}

/** A pattern of the page, as one that finds all and remembers nothing. */
function everywhere(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, "")}g`);
}

function stateless(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""));
}
