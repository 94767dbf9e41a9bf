import { describe } from "../codec/describe.js";
import { isArray, isObject, read } from "../codec/safe-read.js";
import type { DefinitionIssue } from "../core/raw.js";

const methods = ["get", "set", "delete"];

/**
 * A definition's metadata for the core: without the functions of its cache, but with a mark if the page keeps the
 * results, since the cache has a store or a key.
 */
export function readCaching(metadata: unknown, issues: DefinitionIssue[]): unknown {
  const cache = isObject(metadata) ? read(metadata, "cache") : undefined;
  if (!isObject(cache) || isArray(cache)) return metadata;
  const { store, key, byPage, ...rest } = cache as Record<string, unknown>;
  const fault = (field: string, must: string, given: unknown): void => {
    const message = `${must}, but is ${describe(given).slice(0, 60)}`;
    issues.push({ path: ["metadata", "cache", field], message });
  };
  const hasStore = store !== undefined && store !== null;
  if (hasStore && !isStore(store)) {
    const must =
      "must have the functions get, set and delete, as memoryStore() of ag-ui-lit/log has";
    fault("store", must, store);
  }
  const hasKey = key !== undefined && key !== null;
  if (hasKey && typeof key !== "function") fault("key", "must be a function of the arguments", key);
  return {
    ...(metadata as object),
    cache: { ...rest, ...((hasStore || hasKey) && { byPage: true }) },
  };
}

function isStore(store: unknown): boolean {
  return isObject(store) && methods.every((name) => typeof read(store, name) === "function");
}
