import type { JsonPatchOperation } from "@ag-ui/core";
import { isJsonObject } from "../../codec/json-object.js";

/**
 * The operations that make one JSON value of another. Objects are compared member by member. An array counts as one value:
 * an index means another item once somebody else has changed the array.
 */
export function differences(before: unknown, after: unknown): JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  compare(before, after, "", operations);
  return operations;
}

/** Returns true if two JSON values have the same content. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) || Array.isArray(other)) return isSameList(one, other);
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSameValue(one[key], other[key]));
}

function compare(
  before: unknown,
  after: unknown,
  path: string,
  operations: JsonPatchOperation[],
): void {
  if (!isJsonObject(before) || !isJsonObject(after)) {
    if (isSameValue(before, after)) return;
    operations.push({ op: path === "" ? "replace" : "add", path, value: after });
    return;
  }
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) operations.push({ op: "remove", path: below(path, key) });
  }
  for (const key of Object.keys(after)) {
    const place = below(path, key);
    if (Object.hasOwn(before, key)) compare(before[key], after[key], place, operations);
    else operations.push({ op: "add", path: place, value: after[key] });
  }
}

function isSameList(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((item, index) => isSameValue(item, other[index]));
}

/** The pointer to a member: RFC 6901. */
function below(path: string, key: string): string {
  return `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
