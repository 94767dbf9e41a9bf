import { messageOf, platformName } from "./describe.js";
import { isError, tagOf } from "./safe-read.js";

/** The maximum depth of nested arrays and objects. Deeper ones are made by mistake, and would exhaust the stack. */
const deepest = 1000;

/**
 * A copy of a page's value for sending: plain arrays and objects throughout, mutable, and independent of the page.
 *
 * It reads like any script, so that it accepts values that `structuredClone` refuses: the Proxy of a reactive library
 * (Vue, Svelte, MobX), frozen, of another realm, an instance of a class. The copy has the content of its JSON:
 *
 * | value | copy |
 * |---|---|
 * | text, boolean, finite number, `null` | itself |
 * | array | array |
 * | any other object | object of its own enumerable properties, in their order |
 * | an object with a `toJSON` (a Date, a URL) | the result of that |
 * | a member that is a function, a symbol or `undefined` | left out |
 *
 * Values that JSON would change silently, or can't hold, are refused.
 *
 * @param name the page's name of the value; an error's path begins with it.
 * @param most the maximum number of values, itself included: an object that occurs in many places counts in each.
 * @throws {TypeError} with the path and the error: functions, symbols and `undefined` as an array's item, a BigInt,
 * `NaN` and the infinities, a Map, a Set, bytes, an Error, a RegExp, an object of the platform (a Promise, a DOM node),
 * an object inside itself, a getter that throws.
 * @example
 * ```ts
 * plainCopy(ref([{ id: "1" }]).value, "messages"); // [{ id: "1" }]
 * plainCopy([{ id: 1n }], "messages"); // throws: messages[0].id: a BigInt can't be sent; …
 * ```
 */
export function plainCopy<T>(value: T, name: string, most = Number.POSITIVE_INFINITY): T {
  return new PlainCopier(name, most).copy(value) as T;
}

class PlainCopier {
  readonly #name: string;
  readonly #path: (string | number)[] = [];
  readonly #ancestors = new Set<object>();
  readonly #most: number;
  #count = 0;

  constructor(name: string, most: number) {
    this.#name = name;
    this.#most = most;
  }

  copy(value: unknown): unknown {
    this.#count += 1;
    if (this.#count > this.#most) {
      throw new TypeError(`${this.#name}: holds more than ${this.#most} values`);
    }
    const written = this.#written(value);
    switch (typeof written) {
      case "string":
      case "boolean":
        return written;
      case "number":
        return Number.isFinite(written) ? written : this.#refuse(String(written));
      case "object":
        return written === null ? null : this.#object(written);
      case "bigint":
        return this.#refuse("a BigInt");
      default:
        return this.#refuse(typeof written === "undefined" ? "undefined" : `a ${typeof written}`);
    }
  }

  #object(value: object): unknown {
    if (this.#ancestors.has(value)) return this.#refuse("an object inside itself");
    if (this.#ancestors.size >= deepest) return this.#refuse(`what is over ${deepest} levels deep`);
    this.#ancestors.add(value);
    const isList = this.#read(() => Array.isArray(value));
    const copy = isList ? this.#list(value as readonly unknown[]) : this.#record(value);
    this.#ancestors.delete(value);
    return copy;
  }

  #list(value: readonly unknown[]): unknown[] {
    const copy: unknown[] = [];
    const length = this.#read(() => value.length);
    for (let index = 0; index < length; index += 1) {
      copy.push(this.#inside(index, () => this.copy(this.#read(() => value[index]))));
    }
    return copy;
  }

  #record(value: object): unknown {
    const kind = this.#read(() => kindOf(value));
    if (kind !== undefined) return this.#refuse(kind);
    const copy: Record<string, unknown> = {};
    for (const key of this.#read(() => Object.keys(value))) {
      this.#inside(key, () => {
        const member = this.#written(this.#read(() => Reflect.get(value, key)));
        if (!isWritten(member)) return;
        // As an assignment, `__proto__` would be no property.
        const property = { value: this.copy(member), ...anOwn };
        Object.defineProperty(copy, key, property);
      });
    }
    return copy;
  }

  /** The value to copy: the result of its `toJSON`, or the text, number or boolean that it boxes. */
  #written(value: unknown): unknown {
    if (typeof value === "bigint") return this.#asJson(value);
    if (typeof value !== "object" || value === null) return value;
    return this.#read(() => unboxed(value)) ?? this.#asJson(value);
  }

  #asJson(value: object | bigint): unknown {
    const key = String(this.#path.at(-1) ?? "");
    return this.#read(() => {
      const toJson: unknown = (value as { toJSON?: unknown }).toJSON;
      return typeof toJson === "function" ? Reflect.apply(toJson, value, [key]) : value;
    });
  }

  #inside<Result>(key: string | number, work: () => Result): Result {
    this.#path.push(key);
    const result = work();
    this.#path.pop();
    return result;
  }

  #read<Result>(look: () => Result): Result {
    try {
      return look();
    } catch (cause) {
      throw new TypeError(`${this.#place} can't be read: ${messageOf(cause)}`, { cause });
    }
  }

  #refuse(what: string): never {
    throw new TypeError(
      `${this.#place}: ${what} can't be sent; it must be what JSON can hold: ` +
        "texts, finite numbers, booleans, null, and arrays and objects of them.",
    );
  }

  get #place(): string {
    return pathText(this.#name, this.#path);
  }
}

const anOwn = { enumerable: true, configurable: true, writable: true } as const;

function isWritten(value: unknown): boolean {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}

/** The kind of an object that JSON can't represent. */
function kindOf(value: object): string | undefined {
  const tag = tagOf(value);
  if (ArrayBuffer.isView(value) || tag === "RegExp") return `a ${tag}`;
  if (isError(value)) return "an Error";
  const name = platformName(value);
  return name === undefined ? undefined : `a ${name}`;
}

const boxes: Readonly<Record<string, (value: object) => unknown>> = {
  String: (value) => String.prototype.valueOf.call(value),
  Number: (value) => Number.prototype.valueOf.call(value),
  Boolean: (value) => Boolean.prototype.valueOf.call(value),
};

function unboxed(value: object): unknown {
  const tag = tagOf(value);
  if (!Object.hasOwn(boxes, tag)) return undefined;
  try {
    return boxes[tag]?.(value);
  } catch {
    // It only calls itself so.
    return undefined;
  }
}

/** The maximum length of a path in a message. */
const longestPath = 12;

/** `messages[0].content`, as a script would write it. */
function pathText(name: string, path: readonly (string | number)[]): string {
  const shown = path.length > longestPath ? [...path.slice(0, longestPath), "…"] : path;
  return shown.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    if (key === "…" || /^[A-Za-z_$][\w$]*$/.test(key)) return `${text}.${key}`;
    return `${text}[${JSON.stringify(key.slice(0, 100))}]`;
  }, name);
}
