import { core } from "./load.js";
import type { InitSource } from "./module-loader.js";

/** Where the core comes from when nobody says; unknown where an entry has the core in it. */
let findFile: (() => InitSource) | undefined;

/** For the entries of browsers: `find` gives the package's file, or throws. */
export function setPackagedFile(find: () => InitSource): void {
  findFile = find;
}

/**
 * Loads the core in a browser. Call it once before anything else; further calls share the first one's load, and a load
 * that failed may be tried again. A page with an `<ag-ui-agent>` needs no `init()`: the element loads the core.
 *
 * @param source where the core comes from: an address, a response, bytes or a compiled module. The file of the package when
 * absent.
 * @returns a promise that rejects with an error that says which file could not be loaded, why, and what to do; with a
 * `TypeError` when the source is none of these.
 *
 * @example
 * ```ts
 * await init();
 * await init("/static/core_bg.wasm");
 * ```
 */
export async function init(source?: InitSource): Promise<void> {
  if (source !== undefined) return core.load(source, true);
  if (findFile) return core.loadFound(findFile);
}
