import { describe, messageOf } from "../../codec/describe.js";
import { isArray, isObject } from "../../codec/safe-read.js";
import { start } from "../../codec/truncate.js";
import type { ToolCall } from "./definition.js";

/** A call that was read: a copy, frozen. */
export type ReadCall =
  | { readonly call: ToolCall }
  | { readonly call?: never; readonly id: string; readonly name: string; readonly fault: string };

/** What the arguments' text says. */
export type ReadArguments =
  | { readonly args: Record<string, unknown>; readonly fault?: never }
  | { readonly args?: never; readonly fault: string };

/** Reads a call, each field once, whatever it is. Never throws. */
export function readCall(given: unknown): ReadCall {
  let [id, name]: unknown[] = [];
  try {
    if (!isObject(given)) return unreadable("", "", `must be an object, but is ${describe(given)}`);
    const { id: givenId, function: called } = given as Partial<ToolCall>;
    id = givenId;
    const { name: givenName, arguments: args } = isObject(called) ? called : empty;
    name = givenName;
    if (typeof id !== "string" || id === "") return unreadable(id, name, "id must be a text");
    if (typeof name !== "string") return unreadable(id, name, "function.name must be a text");
    if (typeof args !== "string") {
      return unreadable(id, name, "function.arguments must be a text: JSON");
    }
    return {
      call: Object.freeze({
        id,
        type: "function",
        function: Object.freeze({ name, arguments: args }),
      }),
    };
  } catch (thrown) {
    return unreadable(id, name, `can't be read: ${messageOf(thrown)}`);
  }
}

/** Reads the arguments of a call. Blank text is `{}`, as everywhere. */
export function readArguments({ function: { arguments: text } }: ToolCall): ReadArguments {
  if (text.trim() === "") return { args: {} };
  try {
    const args: unknown = JSON.parse(text);
    if (isObject(args) && !isArray(args)) return { args: args as Record<string, unknown> };
    const kind = isArray(args) ? "an array" : args === null ? "null" : `a ${typeof args}`;
    return { fault: `Invalid tool arguments JSON: must be an object, but is ${kind}` };
  } catch (thrown) {
    return { fault: `Invalid tool arguments JSON: ${messageOf(thrown)}` };
  }
}

/** What is said of a tool that the client has not. */
export function notFound(name: string): string {
  return `Tool ${shortName(name)} not found in client tools`;
}

/** A name in a message: a model may have made it up. */
export function shortName(name: string): string {
  return name.length > 100 ? `${start(name, 100)}…` : name;
}

const empty: { readonly name?: unknown; readonly arguments?: unknown } = {};

function unreadable(id: unknown, name: unknown, fault: string): ReadCall {
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return { id: text(id), name: text(name), fault: `Invalid tool call: ${fault}` };
}
