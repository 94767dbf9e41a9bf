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
  return source === undefined ? load(packagedFile()) : load(source, true);
}

function packagedFile(): URL {
  const file = new URL("../generated/core_bg.wasm", import.meta.url);
  // Vite before 8 serves this module from node_modules/.vite/deps and leaves the file where it is (vitejs/vite#8427).
  file.pathname = file.pathname.replace("/.vite/generated/", "/ag-ui-lit/dist/generated/");
  return file;
}
