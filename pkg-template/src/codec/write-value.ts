/**
 * The codec: a model's text for a value that a tool's handler returned.
 *
 * | value | text |
 * |---|---|
 * | string, as the result itself | as it is |
 * | `undefined`, `null` | `null` |
 * | string, boolean, number inside a value | as JSON; `NaN` and the infinities are `null`, `-0` is `0` |
 * | BigInt | its digits, unquoted: `9007199254740993` |
 * | array, Set | array; holes, functions, symbols and `undefined` are `null` in it |
 * | plain object, instance of a class | object of its own enumerable properties; functions, symbols and `undefined` are left out |
 * | anything with a `toJSON` (Date, URL, …) | what that returns; an invalid Date is `null` |
 * | Map | object when all keys are strings, else array of `[key, value]` |
 * | typed array, ArrayBuffer, DataView | array of its numbers (of its bytes); with more than 1,000: `"[Uint8Array: 5000 bytes]"` |
 * | Error, DOMException of any realm | `{ name, message, code?, cause?, errors? }`, whatever else it carries: no stack, no request |
 * | RegExp, URLSearchParams | its text, as a string |
 * | boxed primitive | the primitive |
 * | Blob, File | `{ type, size, name? }` |
 * | function, symbol, as the result itself | `"[Function name]"`, `"[Symbol(name)]"` |
 * | DOM node, window, Event, Response, Promise, generator, other objects of the platform | `"[HTMLDivElement]"`: never walked |
 * | an object inside itself | `"[Circular]"`; one that is merely used twice is written twice |
 * | more than 128 levels deep | `"[Too deep]"` |
 * | a getter, `toJSON` or Proxy that throws | `"[Threw: message]"` in its place |
 * | a lone surrogate | U+FFFD |
 *
 * Every value but a string becomes valid JSON, unless it is cut. Nothing throws, and nothing is written much further
 * than the kept length: see `TextWriter`.
 *
 * @module
 */
import { describeCode, noteOf } from "./describe.js";
import { type Form, formOf, hasFixedForm } from "./form.js";
import { TextWriter } from "./text-writer.js";

/** The same bound as for arguments. */
const DEEPEST = 128;

/**
 * The JSON text of any value, cut to `maxLength` UTF-16 units. Never throws.
 *
 * @param quotesBigIntegers whether integers that a double can't hold are written as strings, for text that is parsed.
 */
export function writeValue(value: unknown, maxLength: number, quotesBigIntegers = false): string {
  const writer = new ValueWriter(maxLength, quotesBigIntegers);
  const prepared = prepare(value, "");
  writer.write(isWritable(prepared) ? prepared : stand(prepared));
  return writer.finish();
}

class ValueWriter {
  readonly #out: TextWriter;
  readonly #quotesBigIntegers: boolean;
  readonly #ancestors = new Set<object>();

  constructor(maxLength: number, quotesBigIntegers: boolean) {
    this.#out = new TextWriter(maxLength);
    this.#quotesBigIntegers = quotesBigIntegers;
  }

  finish(): string {
    return this.#out.finish();
  }

  /** Writes a prepared value. */
  write(value: unknown): void {
    this.#out.count();
    if (typeof value === "string") this.#out.string(value);
    else if (typeof value === "number" && !Number.isFinite(value)) this.#out.raw("null");
    else if (this.#quotesBigIntegers && isInexact(value)) this.#out.string(String(value));
    else if (typeof value !== "object" || value === null) this.#out.raw(String(value));
    else this.#object(value);
  }

  #object(value: object): void {
    if (this.#ancestors.has(value)) this.#out.string("[Circular]");
    else if (this.#ancestors.size >= DEEPEST) this.#out.string("[Too deep]");
    else {
      this.#ancestors.add(value);
      this.#form(safeForm(value));
      this.#ancestors.delete(value);
    }
  }

  #form(form: Form): void {
    if (form.kind === "leaf") this.write(form.value);
    else if (form.kind === "list") this.#list(form);
    else this.#record(form);
  }

  #list({ length, at }: Form & { kind: "list" }): void {
    this.#out.raw("[");
    for (let index = 0; index < length && !this.#out.isFull; index++) {
      if (index > 0) this.#out.raw(",");
      const item = prepare(look(at, index), index);
      this.write(isWritable(item) ? item : null);
    }
    this.#out.raw("]");
  }

  #record({ keys, at }: Form & { kind: "record" }): void {
    this.#out.raw("{");
    let separator = "";
    for (const key of keys) {
      if (this.#out.isFull) break;
      const value = prepare(look(at, key), key);
      if (!isWritable(value)) {
        this.#out.count();
        continue;
      }
      this.#out.raw(separator);
      this.#out.string(key);
      this.#out.raw(":");
      this.write(value);
      separator = ",";
    }
    this.#out.raw("}");
  }
}

/** The value to write: the result of its `toJSON`, if it has one. */
function prepare(value: unknown, key: string | number): unknown {
  const isAsked = (typeof value === "object" && value !== null) || typeof value === "function";
  if (!isAsked && typeof value !== "bigint") return value;
  try {
    const toJson: unknown = (value as { toJSON?: unknown }).toJSON;
    if (typeof toJson !== "function" || (isAsked && hasFixedForm(value))) return value;
    return Reflect.apply(toJson, value, [String(key)]);
  } catch (thrown) {
    return noteOf(thrown);
  }
}

/** Returns true if parsing its digits would round it. */
function isInexact(value: unknown): boolean {
  return typeof value === "bigint" && !Number.isSafeInteger(Number(value));
}

function isWritable(value: unknown): boolean {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}

function stand(value: unknown): string | null {
  return value === undefined ? null : describeCode(value);
}

function look<Key>(at: (key: Key) => unknown, key: Key): unknown {
  try {
    return at(key);
  } catch (thrown) {
    return noteOf(thrown);
  }
}

function safeForm(value: object): Form {
  try {
    return formOf(value);
  } catch (thrown) {
    return { kind: "leaf", value: noteOf(thrown) };
  }
}
