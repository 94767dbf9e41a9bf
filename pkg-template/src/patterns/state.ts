import { NotInitializedError } from "../core/state.js";
import type { RawPattern } from "./raw.js";

/** What the module is for everybody else. */
export interface Patterns {
  readonly RawPattern: typeof RawPattern;
  /** Where it reads texts. Its buffer may be another one after any call. */
  readonly memory: WebAssembly.Memory;
}

let patterns: Patterns | undefined;

/** Few schemas have patterns that the core can't match, so the module is loaded when it is first asked for. */
const loadPackaged = (): Promise<void> => import("./packaged.js").then(({ load }) => load());

/** What matches patterns, if it is loaded. */
export function loadedPatterns(): Patterns | undefined {
  return patterns;
}

/**
 * What matches patterns, loaded from the package unless it is there. Rejects when it can't be loaded; the next call
 * tries again.
 */
export async function whenPatternsReady(): Promise<Patterns> {
  if (!patterns) await loadPackaged();
  if (!patterns) throw new NotInitializedError("What matches patterns");
  return patterns;
}

/** Part of loading it. */
export function markPatternsReady(loaded: Patterns): void {
  patterns = loaded;
}
