import { isArray, isObject, tagOf } from "../codec/safe-read.js";
import { start, truncate, wellFormed } from "../codec/truncate.js";
import { withoutValuesOf } from "./assignments.js";
import { EMAIL, REDACTED, withoutSecrets } from "./secret-text.js";
import { isSensitive, plainKey } from "./sensitive-keys.js";

/**
 * Says what is logged in place of a text, a number or a truth value, by where it stands: `["args", "passenger", "name"]`,
 * `["error"]`. What it gives is redacted like everything else. `undefined`, and whatever it throws, withholds the value.
 */
export type RedactRule = (value: unknown, path: readonly string[]) => unknown;

/** What is taken out beside what always is. */
export interface Redaction {
  /** Names of keys whose values are hidden, however they are written: `"apiKey"` means `api_key` as well. */
  readonly keys?: readonly (string | RegExp)[];
  /** What is taken out of texts. */
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

/** Members of one array or object, levels, and units of all arguments together. */
const MOST_MEMBERS = 100;
const DEEPEST = 12;
const LONGEST_ARGS = 16_384;

/** Units of a text that may name what stands beside it. */
const LONGEST_NAME = 100;

/** What stands for a value that could not be asked about. */
const WITHHELD = "[withheld]";

/** Takes secrets out of what is logged, and cuts what is long. Never throws. */
export class Redactor {
  readonly #keys: readonly string[];
  readonly #keyPatterns: readonly RegExp[];
  readonly #patterns: readonly RegExp[];
  readonly #rule: RedactRule | undefined;
  readonly #tell: (thrown: unknown) => void;

  /** @param tell hears what the page's own rule throws. */
  constructor(redaction: Redaction, tell: (thrown: unknown) => void) {
    const { keys = [], patterns = [], emails = false, values } = redaction;
    this.#keys = keys.filter((key) => typeof key === "string").map(plainKey);
    this.#keyPatterns = keys.filter((key) => typeof key !== "string").map(stateless);
    this.#patterns = [...patterns.map(everywhere), ...(emails ? [EMAIL] : [])];
    this.#rule = values;
    this.#tell = tell;
  }

  /** Arguments, as plain data of a bounded size. */
  args(args: unknown): unknown {
    return new Walk(this, LONGEST_ARGS).value(args, ["args"]);
  }

  /** A text of the record itself. */
  text(text: string, path: readonly string[]): string {
    const said = this.leaf(text, path);
    return typeof said === "string" ? said : String(said);
  }

  /** Whether what has this key is hidden. */
  hides(key: string): boolean {
    if (isSensitive(key)) return true;
    const plain = plainKey(key);
    return (
      this.#keys.some((hidden) => plain === hidden) ||
      this.#keyPatterns.some((pattern) => pattern.test(key))
    );
  }

  /** A value that holds no others, as it is logged. */
  leaf(value: string | number | boolean | bigint | null, path: readonly string[]): unknown {
    const shown = this.#shown(value);
    if (!this.#rule || value === null) return shown;
    try {
      const rule = this.#rule;
      const said: unknown = rule(shown, path);
      if (said === undefined) return WITHHELD;
      return isLeaf(said) ? this.#shown(said) : WITHHELD;
    } catch (thrown) {
      this.#tell(thrown);
      return WITHHELD;
    }
  }

  /** A text without secrets, of a length that a line can have. */
  clean(text: string): string {
    const read = wholeWords(wellFormed(text));
    const named = withoutValuesOf((name) => this.hides(name), withoutSecrets(read));
    const left = this.#patterns.reduce((rest, each) => rest.replace(each, REDACTED), named);
    const isCut = read.length < text.length;
    const kept = truncate(left, LONGEST_TEXT);
    return isCut && kept === left ? `${left}… [the rest was cut]` : kept;
  }

  /** A number may be a card's, too. */
  #shown(value: string | number | boolean | bigint | null): unknown {
    if (typeof value === "string") return this.clean(value);
    if (typeof value === "bigint") return this.clean(String(value));
    if (typeof value !== "number") return value;
    if (!Number.isFinite(value)) return String(value);
    return Math.abs(value) < 1e11
      ? value
      : withoutSecrets(String(value)) === REDACTED
        ? REDACTED
        : value;
  }
}

/** Goes through one value. */
class Walk {
  readonly #redactor: Redactor;
  readonly #within = new Set<object>();
  #room: number;

  constructor(redactor: Redactor, room: number) {
    this.#redactor = redactor;
    this.#room = room;
  }

  value(value: unknown, path: readonly string[]): unknown {
    if (this.#room <= 0) return "[cut]";
    const shown = this.#shown(value, path);
    this.#room -= typeof shown === "string" ? shown.length + 3 : 6;
    return shown;
  }

  #shown(value: unknown, path: readonly string[]): unknown {
    if (isLeaf(value)) return this.#redactor.leaf(value, path);
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
    // A header, or another entry of what has names: ["authorization", "Token …"].
    const isHidden = value.length === 2 && this.#isHiddenName(member(value, 0));
    for (let at = 0; at < length && this.#room > 0; at += 1) {
      const shown =
        isHidden && at === 1 ? REDACTED : this.value(member(value, at), [...path, String(at)]);
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
    // The same as an object: { name: "authorization", value: "Token …" }.
    const isEntry = ["name", "key", "header"].some((key) => this.#isHiddenName(own(value, key)));
    const keys = Object.keys(value);
    let count = 0;
    for (const key of keys) {
      if (count >= MOST_MEMBERS || this.#room <= 0) break;
      count += 1;
      const name = this.#redactor.clean(key);
      this.#room -= name.length + 3;
      const isHidden = this.#redactor.hides(key) || (isEntry && /^values?$/i.test(key));
      const shown = isHidden ? REDACTED : this.value(member(value, key), [...path, name]);
      define(record, name, shown);
    }
    const missing = keys.length - count;
    if (missing > 0) define(record, "…", `[${missing} more members were cut]`);
    return record;
  }

  #isHiddenName(name: unknown): boolean {
    return typeof name === "string" && name.length <= LONGEST_NAME && this.#redactor.hides(name);
  }
}

function own(holder: object, key: string): unknown {
  return Object.hasOwn(holder, key) ? member(holder, key) : undefined;
}

/** What a getter or a Proxy throws is none of the log's. */
function member(holder: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(holder, key);
  } catch {
    return "[could not be read]";
  }
}

function isLeaf(value: unknown): value is string | number | boolean | bigint | null {
  return value === null || ["string", "number", "boolean", "bigint"].includes(typeof value);
}

/** The beginning of a long text, without the word that it was cut in: what is half a secret looks like none. */
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
