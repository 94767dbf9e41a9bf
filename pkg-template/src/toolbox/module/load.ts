import type { InitSource } from "../../core/module-loader.js";
import { separateModule } from "../../core/separate-module.js";
import { reviveWith } from "./life.js";

/** The toolbox's module, once it is loaded. */
export type RawToolbox = typeof import("./raw.js");

/**
 * Loads the module of the toolbox, which otherwise is loaded when a tool of it runs first: to have it ready before, or to
 * say where its file is. Once loaded it stays; after a failure the next call, or the next tool, tries again. A module that has
 * stopped is started anew.
 *
 * @param source the address of `toolbox_bg.wasm`, a Response or a promise of one, its bytes, or a WebAssembly.Module;
 * the package's file unless said.
 * @throws {TypeError} when it is none of these.
 * @throws {Error} when it can't be loaded; the message says which file, why, and what to do.
 *
 * @example
 * ```ts
 * import address from "ag-ui-lit/toolbox.wasm?url";
 * import { loadToolbox } from "ag-ui-lit/toolbox";
 *
 * await loadToolbox(address);
 * ```
 */
export async function loadToolbox(source?: InitSource): Promise<void> {
  await loadRaw(source);
}

const loadOnce = separateModule<RawToolbox>({
  file: "toolbox_bg.wasm",
  option: "toolbox",
  // Bundlers look for just this expression.
  addressOf: () => new URL("../../generated/toolbox_bg.wasm", import.meta.url),
  importRaw: () => import("./raw.js"),
});

/** As `loadToolbox()`, with the module. */
export async function loadRaw(source?: InitSource): Promise<RawToolbox> {
  const raw = await loadOnce(source);
  reviveWith(raw.reset);
  return raw;
}
