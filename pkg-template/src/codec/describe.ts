import { isError, isObject, readText, tagOf } from "./safe-read.js";
import { truncate, wellFormed } from "./truncate.js";

/** The maximum length of a quotation in a description, in UTF-16 units. */
const LONGEST_QUOTE = 200;

/** A description of any value for a message, even if its members throw. */
export function describe(value: unknown): string {
  try {
    return typeof value === "string" ? value : String(value);
  } catch {
    return "a value that can't be shown";
  }
}

/** The message of an error, or a description of any other thrown value. Never throws. */
export function messageOf(thrown: unknown): string {
  return (isError(thrown) ? readText(thrown, "message") : undefined) ?? describe(thrown);
}

/** The short description of a function or a symbol: `"[Function greet]"`, `"[Symbol(id)]"`. */
export function describeCode(value: unknown): string {
  if (typeof value !== "function") return `[${describe(value)}]`;
  const name = readText(value, "name");
  return name ? `[Function ${quote(name)}]` : "[Function]";
}

/** The description of a value that threw when it was read. */
export function noteOf(thrown: unknown): string {
  const message = isObject(thrown) ? readText(thrown, "message") : undefined;
  return `[Threw: ${quote(message ?? describe(thrown))}]`;
}

/**
 * The name of an object that belongs to the platform: a DOM node, a `Response`, an `Event`, a window, a `Promise`.
 * Such objects have no properties that describe them, and walking them leads through the whole page.
 *
 * Web IDL and ECMAScript give each such interface a `Symbol.toStringTag` that is a read-only value; a page's own class
 * has a getter for one. Where the platform is itself written in JavaScript (Node, jsdom), an object with properties to
 * show does not count as one of the platform.
 */
export function platformName(value: object): string | undefined {
  let holder: object | null = value;
  for (let steps = 0; holder !== null && steps < 100; steps++) {
    const tag: unknown = Object.getOwnPropertyDescriptor(holder, Symbol.toStringTag);
    if (isReadOnlyText(tag) && !openInterfaces.has(tag.value)) {
      if (isNative(holder) || Object.keys(value).length === 0) return tag.value;
    }
    holder = Object.getPrototypeOf(holder) as object | null;
  }
  return undefined;
}

/** Classes that pages extend for their own data; instances have no other content. */
const openInterfaces = new Set(["EventTarget", "Object"]);

function isReadOnlyText(tag: unknown): tag is { readonly value: string } {
  if (!isObject(tag)) return false;
  const { value, writable } = tag as PropertyDescriptor;
  return typeof value === "string" && writable === false;
}

function isNative(prototype: object): boolean {
  const maker: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  if (typeof maker !== "function") return true;
  return /\{\s*\[native code\]\s*\}\s*$/.test(Function.prototype.toString.call(maker));
}

/** The description of binary data that is too long to be written number by number. */
export function describeBytes(value: object, byteLength: number): string {
  return `[${tagOf(value)}: ${byteLength} bytes]`;
}

function quote(text: string): string {
  return wellFormed(truncate(text, LONGEST_QUOTE));
}
