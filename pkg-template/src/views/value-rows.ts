import { isArray, isObject } from "../codec/safe-read.js";
import { isSecretName, SensitiveSchema } from "./sensitive-schema.js";

/** A row of a value: one part of it that is shown by itself. */
export interface ValueRow {
  /** The path of the part, from the outermost: `["order", "items", "0"]`. Empty for the value itself. */
  readonly path: readonly string[];
  /** The text of the part. */
  readonly text: string;
  /** Whether it is shown only when a person asks for it. */
  readonly isSensitive: boolean;
}

/** A value as rows, and the number of its parts without a row. */
export interface ValueRows {
  readonly rows: readonly ValueRow[];
  /** Whether there are parts without a row. */
  readonly hasMore: boolean;
}

/** The maximum number of rows. */
export const MOST_ROWS = 100;

/** The maximum depth of a row's path; deeper parts are written as JSON in one row. */
const DEEPEST = 6;

/** The maximum length of a list or an object without nested parts as one row, as JSON in UTF-16 units. */
const LONGEST_IN_ONE = 80;

/**
 * A value of JSON as rows. The work is bounded by the number of rows, and by the length of the texts in them.
 *
 * @param schema the JSON Schema of the value; `sensitive: true` in it, and names of secrets, make a row sensitive.
 */
export function rowsOf(value: unknown, schema?: unknown): ValueRows {
  return new RowWriter(schema).write(value);
}

class RowWriter {
  readonly #schema: SensitiveSchema;
  readonly #rows: ValueRow[] = [];
  #hasMore = false;

  constructor(schema: unknown) {
    this.#schema = new SensitiveSchema(schema);
  }

  write(value: unknown): ValueRows {
    const { top } = this.#schema;
    // A value that is shown as rows has no row of its own.
    if (isObject(value) && !this.#schema.isSensitive(top)) this.#members([], value, top);
    else this.#part([], value, top);
    return { rows: this.#rows, hasMore: this.#hasMore };
  }

  #part(path: readonly string[], value: unknown, schemas: readonly object[]): void {
    if (this.#rows.length >= MOST_ROWS) {
      this.#hasMore = true;
      return;
    }
    const key = path.at(-1);
    const isSecret = key !== undefined && isSecretName(key);
    // Such a deep part is not searched for sensitive values.
    const isDeep = path.length >= DEEPEST && isObject(value) && !isBrief(value);
    const isHidden = isSecret || isDeep || this.#schema.isSensitive(schemas);
    const isOne = !isObject(value) || (isBrief(value) && !this.#hidesMember(value, schemas));
    if (isHidden) this.#add(path, value, true);
    else if (isOne) this.#add(path, value);
    else this.#members(path, value, schemas);
  }

  #members(path: readonly string[], value: object, schemas: readonly object[]): void {
    // Only as many as there can be rows: a list may have millions.
    if (isArray(value)) {
      const items = value.slice(0, MOST_ROWS + 1);
      for (const [index, item] of items.entries()) {
        this.#part([...path, String(index + 1)], item, this.#schema.item(schemas, index));
      }
      return;
    }
    for (const key of Object.keys(value).slice(0, MOST_ROWS + 1)) {
      const member = (value as Readonly<Record<string, unknown>>)[key];
      this.#part([...path, key], member, this.#schema.member(schemas, key));
    }
  }

  #hidesMember(value: object, schemas: readonly object[]): boolean {
    if (isArray(value)) {
      return value.some((_, index) => this.#schema.isSensitive(this.#schema.item(schemas, index)));
    }
    return Object.keys(value).some(
      (key) => isSecretName(key) || this.#schema.isSensitive(this.#schema.member(schemas, key)),
    );
  }

  #add(path: readonly string[], value: unknown, isSensitive = false): void {
    this.#rows.push({ path, text: textOf(value), isSensitive });
  }
}

/** Returns true if a list or an object fits into one row: it has few parts, none of them nested. */
function isBrief(value: object): boolean {
  const parts: readonly unknown[] = isArray(value) ? value : Object.values(value);
  if (parts.length > LONGEST_IN_ONE / 2) return false;
  const length = parts.reduce<number>((sum, part) => sum + briefLength(part), 0);
  return length <= LONGEST_IN_ONE;
}

function briefLength(part: unknown): number {
  if (isObject(part)) return Number.POSITIVE_INFINITY;
  return typeof part === "string" ? part.length + 2 : 6;
}

/** A text as it is, anything else as JSON. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return "…";
  }
}

/** The texts of sensitive rows, for removal from other texts. Short ones would also match ordinary words. */
export function secretsIn({ rows }: ValueRows): readonly string[] {
  const secrets = rows.flatMap(({ isSensitive, text }) =>
    isSensitive && text.length >= 4 && text !== "true" && text !== "false" && text !== "null"
      ? [text]
      : [],
  );
  // The longest first: one may be part of another.
  return [...new Set(secrets)].sort((one, other) => other.length - one.length).slice(0, 20);
}

/** A text with dots in place of secrets. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, DOTS), text);
}

/** The replacement of a hidden value. Always of the same length, as the value's length may reveal something. */
export const DOTS = "••••••••";
