import { describeBytes, platformName } from "./describe.js";
import { isError, tagOf } from "./safe-read.js";

/** The form in which an object is written. Nothing of it is read before `at`, which may throw. */
export type Form =
  | { readonly kind: "leaf"; readonly value: string | number | boolean | bigint | null }
  | { readonly kind: "list"; readonly length: number; readonly at: (index: number) => unknown }
  | {
      readonly kind: "record";
      readonly keys: readonly string[];
      readonly at: (key: string) => unknown;
    };

/** Binary data of more numbers than these is described. */
const MOST_NUMBERS = 1000;

/** Determines the written form of an object, of any realm. May throw, as the object's members may. */
export function formOf(value: object): Form {
  if (Array.isArray(value)) return list(value);
  if (ArrayBuffer.isView(value)) return view(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return record(value);
  if (isError(value)) return error(value);
  return builtIn(value) ?? platform(value) ?? record(value);
}

/**
 * Returns true if an object's own `toJSON` is ignored: for an error it would add stacks and requests, for bytes a copy.
 */
export function hasFixedForm(value: object): boolean {
  return ArrayBuffer.isView(value) || isError(value);
}

type Reader = (value: object) => Form;

/**
 * The built-in types that JSON knows nothing of. Each reader calls a method that only works on the real thing, of
 * any realm, so that an object that merely carries the tag is taken for what it is otherwise.
 */
const readers: Readonly<Record<string, Reader>> = {
  Map: map,
  Set: (value) => list(membersOf(value, Set.prototype.values, "values")),
  RegExp: (value) => leaf(RegExp.prototype.toString.call(value)),
  Number: (value) => leaf(Number.prototype.valueOf.call(value)),
  String: (value) => leaf(String.prototype.valueOf.call(value)),
  Boolean: (value) => leaf(Boolean.prototype.valueOf.call(value)),
  BigInt: (value) => leaf(BigInt.prototype.valueOf.call(value)),
  Symbol: (value) => leaf(`[${String(Symbol.prototype.valueOf.call(value))}]`),
  ArrayBuffer: (value) => buffer(value as ArrayBuffer),
  SharedArrayBuffer: (value) => buffer(value as ArrayBuffer),
  Blob: (value) => record(value, ["type", "size"]),
  File: (value) => record(value, ["type", "size", "name"]),
  URLSearchParams: (value) => leaf(String(value)),
};

function builtIn(value: object): Form | undefined {
  const tag = tagOf(value);
  const readAs = Object.hasOwn(readers, tag) ? readers[tag] : subclassReader(value);
  try {
    return readAs?.(value);
  } catch {
    return undefined;
  }
}

/** A subclass may have a tag of its own. */
function subclassReader(value: object): Reader | undefined {
  if (value instanceof Map) return readers.Map;
  return value instanceof Set ? readers.Set : undefined;
}

function platform(value: object): Form | undefined {
  const name = platformName(value);
  return name === undefined ? undefined : leaf(`[${name}]`);
}

function leaf(value: string | number | boolean | bigint | null): Form {
  return { kind: "leaf", value };
}

function list(items: ArrayLike<unknown>): Form {
  // A Proxy may call anything its length.
  const length = Math.min(Math.max(0, Math.floor(Number(items.length)) || 0), 2 ** 32);
  return { kind: "list", length, at: (index) => items[index] };
}

function record(value: object, keys: readonly string[] = Object.keys(value)): Form {
  return { kind: "record", keys, at: (key) => Reflect.get(value, key) };
}

function map(value: object): Form {
  const entries = membersOf(value, Map.prototype.entries, "entries") as [unknown, unknown][];
  if (!entries.every(([key]) => typeof key === "string")) return list(entries);
  const members = new Map(entries as [string, unknown][]);
  return { kind: "record", keys: [...members.keys()], at: (key) => members.get(key) };
}

/** The methods of Map and Set refuse a Proxy; the Proxy of a reactive library has methods that work. */
function membersOf<Member>(
  value: object,
  method: () => Iterable<Member>,
  name: "entries" | "values",
): Member[] {
  try {
    return [...method.call(value)];
  } catch (fault) {
    if (platformName(value) === undefined) throw fault;
    return [...(Reflect.get(value, name) as () => Iterable<Member>).call(value)];
  }
}

/** No stack: it is long, and shows a model where the page's code lies. */
function error(value: Error): Form {
  const keys = ["name", "message"];
  if (typeof Reflect.get(value, "code") === "string") keys.push("code");
  if (Object.hasOwn(value, "cause")) keys.push("cause");
  if (Object.hasOwn(value, "errors")) keys.push("errors");
  return record(value, keys);
}

function view(value: ArrayBufferView): Form {
  if (tagOf(value) === "DataView") {
    return bytes(value, new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  }
  return bytes(value, value as Uint8Array);
}

function buffer(value: ArrayBuffer): Form {
  return bytes(value, new Uint8Array(value));
}

function bytes(value: object, numbers: Uint8Array): Form {
  return numbers.length > MOST_NUMBERS
    ? leaf(describeBytes(value, numbers.byteLength))
    : list(numbers);
}
