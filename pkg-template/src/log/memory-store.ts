import type { ResultStore, StoredResult } from "../tools/result-store.js";

/** Results in memory, for the tools and managers of one page. */
export interface MemoryStore extends ResultStore {
  /** Forgets the results of a tool, by its name or its id; all results by default. */
  clear(tool?: string): void;
}

/**
 * A store that several managers can share, and that lasts as long as the page. Its results are copies.
 *
 * @example
 * ```ts
 * const store = memoryStore();
 * const metadata = { idempotent: true, cache: { ttl: 60_000, maxEntries: 100, store } };
 * ```
 */
export function memoryStore(): MemoryStore {
  const results = new Map<string, StoredResult>();
  const cleared = new Map<string, number>();
  return {
    get: (key) => structuredClone(results.get(key)),
    set(key, result, { maxEntries }) {
      if (isOlderThan(cleared, result)) return;
      results.delete(key);
      results.set(key, structuredClone(result));
      const now = Date.now();
      const ofTool = [...results].filter(([, { tool }]) => tool === result.tool);
      const stale = ofTool.filter(([, { expiresAt }]) => expiresAt <= now);
      const fresh = ofTool.filter(([, { expiresAt }]) => expiresAt > now);
      const surplus = fresh.slice(0, Math.max(0, fresh.length - maxEntries));
      for (const [old] of [...stale, ...surplus]) results.delete(old);
    },
    delete: (key) => void results.delete(key),
    clear(tool) {
      cleared.set(tool ?? "", Date.now());
      for (const [key, result] of results) {
        if (tool === undefined || goesBy(result, tool)) results.delete(key);
      }
    },
  };
}

/**
 * Returns true if a call began before its results were cleared: its result may be based on data that were to be
 * forgotten.
 */
export function isOlderThan(cleared: ReadonlyMap<string, number>, result: StoredResult): boolean {
  const words = ["", result.tool, ...(result.toolId === undefined ? [] : [result.toolId])];
  return words.some((word) => result.startedAt <= (cleared.get(word) ?? -1));
}

/** Returns true if a result is of a tool with this name or id. */
function goesBy({ tool, toolId }: StoredResult, word: string): boolean {
  return tool === word || toolId === word;
}
