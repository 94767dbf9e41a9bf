import type { BaseEvent } from "@ag-ui/core";
import { isArray, isError, isObject, read, readText } from "../../codec/safe-read.js";

/**
 * What a validator's complaint about an event says, in a line: `@ag-ui/client` throws it as a list of everything, with
 * every alternative. `undefined` when the thrown value is no such complaint.
 */
export function protocolFault(thrown: unknown, event: BaseEvent | undefined): string | undefined {
  if (!isError(thrown) || readText(thrown, "name") !== "ZodError") return undefined;
  const issues = read(thrown, "issues");
  if (!isArray(issues)) return undefined;
  const { path, message } = deepest(issues[0], []);
  const where = [event?.type ?? "an event", ...path].join(".");
  const others = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  return `${where}: ${message}${others}`;
}

interface Fault {
  readonly path: readonly string[];
  readonly message: string;
}

/** Of alternatives, what the first one says: the protocol puts the plain one first. */
function deepest(issue: unknown, above: readonly string[]): Fault {
  if (!isObject(issue)) return { path: above, message: "is not as it must be" };
  const own = read(issue, "path");
  const path = [...above, ...(isArray(own) ? own.map(String) : [])];
  const alternatives = read(issue, "errors");
  const first = isArray(alternatives) && isArray(alternatives[0]) ? alternatives[0][0] : undefined;
  if (first !== undefined) return deepest(first, path);
  const message = readText(issue, "message") ?? "is not as it must be";
  return { path, message: message.replace(/^Invalid input: /, "").slice(0, 300) };
}
