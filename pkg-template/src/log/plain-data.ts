import { isArray, isObject, tagOf } from "../codec/safe-read.js";
import { start } from "../codec/truncate.js";
import { hiddenMembers, member } from "./hidden-members.js";
import { REDACTED } from "./secret-text.js";

/** Members of one array or object, and levels. */
const MOST_MEMBERS = 100;
const DEEPEST = 12;

/** A value that holds no others. */
export type Leaf = string | number | boolean | bigint | null;

export function isLeaf(value: unknown): value is Leaf {
  return value === null || ["string", "number", "boolean", "bigint"].includes(typeof value);
}

/** The rules for values on their way to the log. */
export interface PlainDataRules {
  /** Returns true if the value of this key is hidden. */
  hides(key: string): boolean;
  /** The logged form of a value that holds no others. */
  leaf(value: Leaf, path: readonly string[]): unknown;
  /** The logged form of a key. */
  key(key: string): string;
}

/** Writes one value as plain data of a bounded size. */
export class PlainData {
  readonly #rules: PlainDataRules;
  readonly #hides = (key: string): boolean => this.#rules.hides(key);
  readonly #within = new Set<object>();
  #room: number;

  /** @param room the maximum length of all of it, in UTF-16 units. */
  constructor(rules: PlainDataRules, room: number) {
    this.#rules = rules;
    this.#room = room;
  }

  value(value: unknown, path: readonly string[]): unknown {
    if (this.#room <= 0) return "[cut]";
    const shown = this.#shown(value, path);
    this.#room -= typeof shown === "string" ? shown.length + 3 : 6;
    return shown;
  }

  #shown(value: unknown, path: readonly string[]): unknown {
    if (isLeaf(value)) return this.#rules.leaf(value, path);
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
    const hidden = hiddenMembers(this.#hides, value);
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
    const hidden = hiddenMembers(this.#hides, value);
    const keys = Object.keys(value);
    let count = 0;
    for (const key of keys) {
      if (count >= MOST_MEMBERS || this.#room <= 0) break;
      count += 1;
      const name = this.#rules.key(key);
      this.#room -= name.length + 3;
      const shown = hidden(key) ? REDACTED : this.value(member(value, key), [...path, name]);
      define(record, name, shown);
    }
    const missing = keys.length - count;
    if (missing > 0) define(record, "…", `[${missing} more members were cut]`);
    return record;
  }
}

/** `__proto__` is a key like any other. */
function define(record: object, key: string, value: unknown): void {
  const property = { value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(record, key, property);
}
