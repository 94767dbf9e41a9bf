import type { JsonPatch, JsonPatchOperation } from "@ag-ui/core";
import jsonPatch from "fast-json-patch";
import { clone } from "./clone.js";
import type { Draft } from "./draft.js";

type Node = Record<string, unknown>;
type Undo = () => void;

/**
 * A JSON value after a patch (RFC 6902). What is not on the path of an operation is not copied and not looked at; what
 * the draft has shown stays as it was.
 *
 * @throws `fast-json-patch`'s error when an operation does not apply. The value is then what it was.
 */
export function patched<T>(value: T, patch: JsonPatch, draft: Draft): T {
  const done: Undo[] = [];
  const last = patch.length - 1;
  let document: unknown = value;
  try {
    // Whoever sent the patch keeps it.
    for (const [index, operation] of clone(patch).entries()) {
      for (const pointer of changedBy(operation)) document = ownPath(document, pointer, draft);
      if (index < last || operation.op === "move") done.push(...undoing(document, operation));
      document = jsonPatch.applyOperation(document, operation as never, true, true).newDocument;
    }
  } catch (error) {
    for (const undo of done.reverse()) undo();
    throw error;
  }
  return document as T;
}

/** Where an operation changes something. */
function changedBy(operation: JsonPatchOperation): string[] {
  const { op, path, from } = operation as { op?: unknown; path?: unknown; from?: unknown };
  if (op === "test") return [];
  const pointers = op === "move" ? [from, path] : [path];
  return pointers.filter((pointer) => typeof pointer === "string");
}

/** The document, in which everything above a place may be changed in place. */
function ownPath(document: unknown, pointer: string, draft: Draft): unknown {
  if (!isNode(document) || pointer === "") return document;
  const root = draft.own(document);
  let node = root;
  for (const step of keysOf(pointer).slice(0, -1)) {
    const key = keyIn(node, step);
    const child = Object.hasOwn(node, key) ? node[key] : undefined;
    // The operation itself says that there is no such place.
    if (!isNode(child)) break;
    const own = draft.own(child);
    node[key] = own;
    node = own;
  }
  return root;
}

/** What takes back an operation that is about to be applied, in case a later one doesn't apply. */
function undoing(document: unknown, operation: JsonPatchOperation): Undo[] {
  return changedBy(operation).flatMap((pointer) => {
    const keys = keysOf(pointer);
    const key = keys.pop();
    let node: unknown = document;
    for (const step of keys) node = isNode(node) ? node[keyIn(node, step)] : undefined;
    return isNode(node) && key !== undefined ? [undoingAt(node, key)] : [];
  });
}

function undoingAt(node: Node, key: string): Undo {
  if (Array.isArray(node)) {
    const before = node.slice();
    return () => {
      node.length = 0;
      for (const member of before) node.push(member);
    };
  }
  if (!Object.hasOwn(node, key)) return () => delete node[key];
  const before = node[key];
  return () => {
    node[key] = before;
  };
}

/** The member that the library takes for this key: it reads indices as numbers of 32 bits. */
function keyIn(node: Node, key: string): string {
  return Array.isArray(node) && /^\d*$/.test(key) ? String(Number(key) | 0) : key;
}

function keysOf(pointer: string): string[] {
  return pointer.split("/").slice(1).map(jsonPatch.unescapePathComponent);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}
