import { report } from "../events/report.js";
import type { CacheKeyContext } from "../tools/result-store.js";
import type { RegisteredTool, ToolMetadata } from "../tools/types.js";
import { now } from "./clock.js";
import type { HandlerResult } from "./handler-result.js";
import { StoredPlace } from "./stored-place.js";

/** The maximum length of a key in UTF-16 units. Without a `key`, a call is identified by its arguments. */
const LONGEST_KEY = 4096;

/** A cache that has a store or keys of its own, so that the core knows nothing of its results. */
export type PageCache = NonNullable<ToolMetadata["cache"]>;

/** The page's cache of a tool's results; `undefined` if the core keeps them, or nothing does. */
export function pageCacheOf({ metadata: { cache } }: RegisteredTool): PageCache | undefined {
  return cache && (cache.store || cache.key) ? cache : undefined;
}

/** The place of one call's result in a cache. Its methods neither throw nor reject. */
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
  /** The core's identity of the arguments; `undefined` if it would be ambiguous. */
  readonly identity: string | undefined;
  readonly context: CacheKeyContext;
  readonly held: HeldResults;
  /** The maximum length of the text for the model. */
  readonly maxLength: number;
}

/** The place of a call's result; `undefined` for a call without a key. */
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

/** Results by keys of the page, for the lifetime of their manager: a handler's return value stays the same object. */
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
