import type { TokenUsage } from "@ag-ui/core";
import { isObject, read } from "../../../codec/safe-read.js";

/** The counts of a usage entry, with the names that servers gave them before the protocol had any. */
const counts: readonly (readonly [field: keyof TokenUsage, ...others: string[]])[] = [
  ["inputTokens", "promptTokens"],
  ["outputTokens", "completionTokens"],
  ["totalTokens"],
  ["reasoningTokens"],
  ["cachedInputTokens"],
  ["cacheWriteInputTokens"],
];

/** How many entries a run may report. */
const most = 1000;

/**
 * The usage of a run in the form of the protocol: a list, also where a server sends one entry alone. What is no count is
 * left out, so that a run does not fail by it. `undefined` where nothing was counted.
 */
export function plainUsage(usage: unknown): TokenUsage[] | undefined {
  const list: readonly unknown[] = Array.isArray(usage) ? usage : [usage];
  const entries = list.slice(0, most).flatMap((entry) => (isObject(entry) ? entryOf(entry) : []));
  return entries.length > 0 ? entries : undefined;
}

function entryOf(entry: object): TokenUsage[] {
  const plain: Record<string, string | number> = {};
  for (const names of counts) {
    const found = names.map((name) => read(entry, name)).find(isCount);
    if (found !== undefined) plain[names[0]] = found;
  }
  if (Object.keys(plain).length === 0) return [];
  for (const name of ["provider", "model"]) {
    const text = read(entry, name);
    if (typeof text === "string") plain[name] = text;
  }
  return [plain];
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
