import { type InitSource, load } from "./load.js";

/**
 * Loads the core in a browser. Call it once before anything else; further calls share the first one's load, and a
 * load that failed may be tried again.
 *
 * @param source where the wasm comes from; the packaged file when absent.
 *
 * @example
 * ```ts
 * await init();
 * await init("/static/core_bg.wasm");
 * ```
 */
export function init(source?: InitSource): Promise<void> {
  return load(source ?? new URL("../generated/core_bg.wasm", import.meta.url));
}
