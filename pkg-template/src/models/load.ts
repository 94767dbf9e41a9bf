import { guardModule } from "../core/guard.js";
import type { InitSource } from "../core/module-loader.js";
import { offerLoader } from "../core/offered-loaders.js";
import { separateModule } from "../core/separate-module.js";

/** The models' module, once it is loaded. */
export type RawModels = typeof import("./raw.js");

let loaded: RawModels | undefined;

/** The module, if it can be called now. */
export function loadedModels(): RawModels | undefined {
  return loaded;
}

/**
 * As `loadModels()`, with the module. A class that the module exports is given to the guard here, so that a module that
 * stopped says so.
 */
export const loadRawModels = separateModule<RawModels>({
  file: "models_bg.wasm",
  option: "models",
  // Bundlers look for just this expression.
  addressOf: () => new URL("../generated/models_bg.wasm", import.meta.url),
  importRaw: () => import("./raw.js"),
  ready: (raw) => {
    const { RawCallStream, RawMarkers, RawProvider, rawPanicMessage, reset } = raw;
    const classes = [RawCallStream, RawMarkers, RawProvider];
    guardModule("models module", classes, rawPanicMessage, reset);
    loaded = raw;
  },
});

/**
 * Loads the module behind `ag-ui-lit/providers` and `ag-ui-lit/text`, which otherwise is loaded when something of them is
 * asked for first: to have it ready before, or to say where its file is. Once loaded it stays; after a failure the next
 * call tries again.
 *
 * @param source the address of `models_bg.wasm`, a Response or a promise of one, its bytes, or a WebAssembly.Module;
 * the package's file unless said.
 * @throws {TypeError} when it is none of these.
 * @throws {Error} when it can't be loaded; the message says which file, why, and what to do.
 *
 * @example
 * ```ts
 * import address from "ag-ui-lit/models.wasm?url";
 * import { loadModels } from "ag-ui-lit/text";
 *
 * await loadModels(address);
 * ```
 */
export async function loadModels(source?: InitSource): Promise<void> {
  await loadRawModels(source);
}

offerLoader("models", (source) => loadModels(source as InitSource | undefined));
