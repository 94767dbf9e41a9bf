import { found } from "../../core/found-file.js";
import { type InitSource, isReusable, ModuleLoader } from "../../core/module-loader.js";

/** The toolbox's module, once it is loaded. */
export type RawToolbox = typeof import("./raw.js");

const file = { file: "toolbox_bg.wasm", option: "toolbox" } as const;

// Bundlers look for just this expression.
const findFile = found(file, () => new URL("../../generated/toolbox_bg.wasm", import.meta.url));

/** Where the page has said that it comes from. */
let chosen: InitSource | undefined;

let loader: { readonly raw: RawToolbox; readonly module: ModuleLoader } | undefined;

/**
 * Loads the module of the toolbox, which otherwise is loaded when a tool of it runs first: to have it ready before, or to
 * say where its file is. Once loaded it stays; after a failure the next call, or the next tool, tries again.
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

/** As `loadToolbox()`, with the module. */
export async function loadRaw(source?: InitSource): Promise<RawToolbox> {
  const { raw, module } = await getLoader();
  if (source !== undefined) {
    module.requireSource(source);
    chosen = source;
  }
  const from = chosen;
  if (from === undefined) await module.loadFound(findFile);
  else {
    // A response can be read once: the next try takes the package's file.
    if (!isReusable(from)) chosen = undefined;
    await module.load(from, true);
  }
  return raw;
}

async function getLoader(): Promise<NonNullable<typeof loader>> {
  if (loader) return loader;
  const raw = await import("./raw.js");
  const { instantiate, instantiateSync } = raw;
  loader ??= {
    raw,
    module: new ModuleLoader({ ...file, instantiate, instantiateSync, ready() {} }),
  };
  return loader;
}
