import { report } from "../events/report.js";
import type { CacheKeyContext } from "../tools/result-store.js";
import type { RegisteredTool, ToolMetadata } from "../tools/types.js";
import { now } from "./clock.js";
import type { HandlerResult } from "./handler-result.js";
import { StoredPlace } from "./stored-place.js";

/** How long a key may be, in UTF-16 units: what a call is known by without a `key` are its arguments. */
const LONGEST_KEY = 4096;

/** A cache that has a store or keys of its own, so that the core knows nothing of its results. */
export type PageCache = NonNullable<ToolMetadata["cache"]>;

/** How a tool's results are kept here; nothing where the core keeps them, or nobody does. */
export function pageCacheOf({ metadata: { cache } }: RegisteredTool): PageCache | undefined {
  return cache && (cache.store || cache.key) ? cache : undefined;
}

/** Where the result of one call is kept. Nothing here throws or rejects. */
export interface CachePlace {
  /** The result that answers the call now. */
  find(): HandlerResult | undefined | Promise<HandlerResult | undefined>;
  /** Keeps the result that the call had. */
  keep(result: HandlerResult): void;
}

/** A call whose arguments are valid. */
export interface CachedCall {
  readonly tool: RegisteredTool;
  readonly args: unknown;
  /** What the core knows the arguments by; those that could be others have none. */
  readonly identity: string | undefined;
  readonly context: CacheKeyContext;
  readonly held: HeldResults;
  /** How long the text for the model may be. */
  readonly maxLength: number;
}

/** Where a call's result is kept; nowhere when nothing tells it from other calls. */
export function placeOf(cache: PageCache, call: CachedCall): CachePlace | undefined {
  const key = keyOf(cache, call);
  if (key === undefined) return undefined;
  const { tool, held, maxLength } = call;
  return cache.store
    ? new StoredPlace({ ...cache, store: cache.store }, tool, key, maxLength)
    : held.placeOf(cache, tool, key);
}

function keyOf({ key }: PageCache, { args, identity, context }: CachedCall): string | undefined {
  if (!key) return identity !== undefined && identity.length <= LONGEST_KEY ? identity : undefined;
  try {
    const said: unknown = key(args, context);
    if (said === undefined) return undefined;
    if (typeof said === "string" && said !== "" && said.length <= LONGEST_KEY) return said;
    const must = `must be a text of 1 to ${LONGEST_KEY} characters, or undefined`;
    throw new TypeError(`ag-ui-lit: what the cache of "${context.toolName}" has as key ${must}.`);
  } catch (thrown) {
    report(thrown);
    return undefined;
  }
}

/** Results by keys of the page, as long as their manager is there: what a handler returned stays the same value. */
export class HeldResults {
  readonly #byTool = new WeakMap<RegisteredTool, Map<string, Held>>();

  placeOf({ ttl, maxEntries }: PageCache, tool: RegisteredTool, key: string): CachePlace {
    const results = this.#byTool.get(tool) ?? new Map<string, Held>();
    this.#byTool.set(tool, results);
    return {
      find: () => {
        const held = results.get(key);
        if (held && now() < held.expiresAt) return held.result;
        results.delete(key);
        return undefined;
      },
      keep: (result) => {
        results.delete(key);
        results.set(key, { result, expiresAt: now() + ttl });
        for (const oldest of results.keys()) {
          if (results.size <= maxEntries) break;
          results.delete(oldest);
        }
      },
    };
  }
}

interface Held {
  readonly result: HandlerResult;
  readonly expiresAt: number;
}
