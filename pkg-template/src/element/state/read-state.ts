import type { JsonPatch, JsonPatchOperation, State } from "@ag-ui/core";
import { describe, messageOf } from "../../codec/describe.js";
import { plainCopy } from "../../codec/plain-copy.js";
import { isObject, isPromiseLike } from "../../codec/safe-read.js";
import { clone } from "../values/clone.js";
import { differences } from "../values/differences.js";

/** A change of the state: JSON Patch operations (RFC 6902), or a function that changes a copy of it or returns another state. */
// biome-ignore lint/suspicious/noConfusingVoidType: what a function returns that only changes its draft
export type StateChange<T = State> = readonly JsonPatchOperation[] | ((draft: T) => T | void);

/** How many values a state may hold, objects and arrays included. */
const mostValues = 1_000_000;

const operationNames: readonly unknown[] = ["add", "remove", "replace", "move", "copy", "test"];

/**
 * A state that the page gave, as a copy.
 *
 * @throws {TypeError} that names what can't be sent.
 */
export function readState(given: unknown): State {
  return given === undefined ? {} : plainCopy(given, "<ag-ui-agent>: state", mostValues);
}

/**
 * The operations of a change of `state`.
 *
 * @throws {TypeError} when it is neither operations nor a function, or can't be sent; what the function itself throws.
 */
export function operationsOf(change: unknown, state: State): JsonPatch {
  if (typeof change === "function") return drafted(change as (draft: State) => unknown, state);
  if (!Array.isArray(change)) {
    throw new TypeError(
      `<ag-ui-agent>: patchState() takes an array of JSON Patch operations, or a function, but got ${describe(change)}.`,
    );
  }
  const operations: unknown[] = plainCopy(change, "<ag-ui-agent>: patchState()", mostValues);
  for (const [index, operation] of operations.entries()) checkOperation(operation, index);
  return operations as JsonPatch;
}

/** The failure of operations that do not apply. The library's message goes on with the whole state. */
export function doesNotApply(cause: unknown): TypeError {
  const [reason] = messageOf(cause).split("\n");
  const message = `<ag-ui-agent>: patchState(): an operation does not apply, and nothing was changed: ${reason}`;
  return new TypeError(message, { cause });
}

function drafted(change: (draft: State) => unknown, state: State): JsonPatch {
  const draft: State = clone(state ?? {});
  const returned = change(draft);
  if (isPromiseLike(returned)) {
    throw new TypeError(
      "<ag-ui-agent>: patchState(): the function must not be async. Await first, and change the state then.",
    );
  }
  return differences(state, readState(returned === undefined ? draft : returned));
}

function checkOperation(operation: unknown, index: number): void {
  const place = `<ag-ui-agent>: patchState(): operation ${index}`;
  if (!isObject(operation)) throw new TypeError(`${place} must be an object.`);
  const { op, path, from } = operation as Readonly<Record<string, unknown>>;
  if (!operationNames.includes(op)) {
    throw new TypeError(`${place} must have an "op" of ${operationNames.join(", ")}.`);
  }
  if (!isPointer(path)) throw new TypeError(`${place} must have a "path" such as "/items/0".`);
  if ((op === "move" || op === "copy") && !isPointer(from)) {
    throw new TypeError(`${place} must have a "from" such as "/items/0".`);
  }
  const needsValue = op === "add" || op === "replace" || op === "test";
  if (needsValue && !("value" in operation)) throw new TypeError(`${place} must have a "value".`);
}

/** RFC 6901. */
function isPointer(path: unknown): path is string {
  return typeof path === "string" && (path === "" || path.startsWith("/"));
}
