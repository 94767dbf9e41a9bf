import { isArray, isObject, read, readText } from "../../codec/safe-read.js";
import type { AgUiTool } from "../../tools/ag-ui-tool.js";
import { validateClientTools } from "../client-tools/valid-tools.js";

/** A reasoner asks for all of them in every round of a request, and a model is shown them: fewer than a provider takes. */
const RULES = { needsParameters: false, most: 256 };

/** A tool that a client lists, and what is to be noted of it. */
export interface NotedTool {
  /** The entry of the list. */
  readonly given: unknown;
  readonly name: string;
  readonly why: string;
}

/** The tools that a client lists, sorted. */
export interface SortedClientTools {
  /** The good ones, as a model is shown them. */
  readonly tools: readonly AgUiTool[];
  readonly leftOut: readonly NotedTool[];
  /** The good ones whose texts had hidden characters, and which: these were left out. */
  readonly hidden: readonly NotedTool[];
}

/** By the list, with what it held: a reasoner asks for the same one in every round, and for every call. */
const known = new WeakMap<
  object,
  { readonly entries: readonly unknown[]; sorted: SortedClientTools }
>();

/**
 * Sorts what a client lists, by the rules of `validateClientTools`; `parameters` may be missing, as AG-UI allows. It comes from outside: one
 * bad tool spoils no other. Nothing of it stays in the memory of the core.
 *
 * @throws {NotInitializedError} where the JSON Schema module is needed and not loaded: then nothing can be said of any tool.
 */
export function clientToolsOf(list: unknown): SortedClientTools {
  if (!isArray(list)) return { tools: [], leftOut: [], hidden: [] };
  const before = known.get(list);
  if (before && isSame(before.entries, list)) return before.sorted;
  const { valid: tools, faults, hidden: cleaned } = validateClientTools(list, RULES);
  const reasons = new Map<number, string>();
  for (const { index, message } of faults) {
    const before = reasons.get(index);
    reasons.set(index, before === undefined ? message : `${before}; ${message}`);
  }
  const leftOut = [...reasons].map(([index, why]) => {
    const given = list[index];
    return { given, name: nameOf(given) ?? "", why };
  });
  const byName = new Map<string, unknown>();
  for (const given of cleaned.length > 0 ? list : []) byName.set(nameOf(given) ?? "", given);
  const hidden = cleaned.map(({ name, hidden: why }) => ({ given: byName.get(name), name, why }));
  const sorted = { tools, leftOut, hidden };
  known.set(list, { entries: [...list], sorted });
  return sorted;
}

/** Returns true if a client lists a tool, good or bad. */
export function lists(list: unknown, name: string): boolean {
  return isArray(list) && list.slice(0, RULES.most).some((given) => nameOf(given) === name);
}

function nameOf(given: unknown): string | undefined {
  if (!isObject(given)) return undefined;
  const wrapped = read(given, "function");
  return readText(isObject(wrapped) ? wrapped : given, "name");
}

function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((entry, index) => entry === now[index]);
}
