import { describe, messageOf } from "../../codec/describe.js";
import { isObject } from "../../codec/safe-read.js";
import { RunError } from "../errors/run-error.js";

/**
 * The headers of a request: an object of them, a `Headers`, a `Map` or any list of pairs. Values that are `null` or
 * `undefined` are left out.
 */
export type AgentHeaders =
  | Headers
  | Readonly<Record<string, string | null | undefined>>
  | Iterable<readonly [name: string, value: string | null | undefined]>;

/** These say what is sent and expected, which is not the page's to choose. */
const fixed = ["content-type", "accept"];

/**
 * The headers as an `HttpAgent` takes them.
 *
 * @throws {RunError} that names the header which can't be sent: `fetch` would say no more than "failed".
 */
export function requestHeaders(headers: AgentHeaders | null | undefined): Record<string, string> {
  const valid = new Headers();
  for (const [name, value] of pairsOf(headers)) set(valid, name, value);
  for (const name of fixed) valid.delete(name);
  return Object.fromEntries(valid);
}

/** The class of what was given says nothing: it may come from another realm, or be a Proxy. */
function pairsOf(headers: unknown): [name: string, value: unknown][] {
  if (headers === null || headers === undefined) return [];
  if (!isObject(headers)) throw unusable(`they must be an object, but are ${kindOf(headers)}`);
  try {
    if (Symbol.iterator in headers) return Array.from(headers as Iterable<unknown>, pairOf);
    return Object.keys(headers).map((name) => [name, headerOf(headers, name)]);
  } catch (cause) {
    throw cause instanceof RunError ? cause : unusable(messageOf(cause), cause);
  }
}

function kindOf(value: unknown): string {
  return typeof value === "function" ? "a function" : describe(value);
}

function pairOf(pair: unknown): [name: string, value: unknown] {
  if (!Array.isArray(pair) || pair.length !== 2) throw new TypeError("a list must hold pairs");
  return [String(pair[0]), pair[1]];
}

function headerOf(headers: object, name: string): unknown {
  try {
    return Reflect.get(headers, name);
  } catch (cause) {
    throw unusableHeader(name, cause);
  }
}

function set(valid: Headers, name: string, value: unknown): void {
  try {
    if (value === null || value === undefined) return;
    if (typeof value === "symbol") throw new TypeError("its value is a symbol");
    if (typeof value === "function") throw new TypeError("its value is a function");
    valid.set(name, String(value));
  } catch (cause) {
    throw unusableHeader(name, cause);
  }
}

function unusable(why: string, cause?: unknown): RunError {
  return new RunError("network", `The headers that the page set can't be sent: ${why}.`, { cause });
}

function unusableHeader(name: string, cause: unknown): RunError {
  const message = `The header ${JSON.stringify(name)} can't be sent: ${messageOf(cause)}`;
  return new RunError("network", message, { cause });
}
