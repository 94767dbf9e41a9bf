import { messageOf } from "../codec/describe.js";
import { RunError } from "./run-error.js";

/** The headers of a request: an object of them, or a `Headers`. Values that are `null` or `undefined` are left out. */
export type AgentHeaders = Headers | Readonly<Record<string, string | null | undefined>>;

/** These say what is sent and expected, which is not the page's to choose. */
const fixed = ["content-type", "accept"];

/**
 * The headers as an `HttpAgent` takes them.
 *
 * @throws {RunError} that names the header which can't be sent: `fetch` would say no more than "failed".
 */
export function requestHeaders(headers: AgentHeaders | null | undefined): Record<string, string> {
  const valid = new Headers();
  if (headers instanceof Headers) headers.forEach((value, name) => void valid.set(name, value));
  else for (const name of Object.keys(headers ?? {})) set(valid, headers ?? {}, name);
  for (const name of fixed) valid.delete(name);
  return Object.fromEntries(valid);
}

function set(valid: Headers, headers: object, name: string): void {
  try {
    const value: unknown = (headers as Record<string, unknown>)[name];
    if (value === null || value === undefined) return;
    if (typeof value === "symbol") throw new TypeError("its value is a symbol");
    valid.set(name, String(value));
  } catch (cause) {
    const reason = messageOf(cause);
    const message = `The header ${JSON.stringify(name)} can't be sent: ${reason}`;
    throw new RunError("network", message, { cause });
  }
}
