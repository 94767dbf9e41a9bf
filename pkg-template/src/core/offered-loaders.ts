import type { InitSource } from "./module-loader.js";

/** A module that `init()` loads only on request, by its option. */
export type OfferedModule = "toolbox" | "models" | "conversation";

/** Loads from a source; from the package's file without one. */
type Load = (source: unknown) => Promise<void>;

const loaders = new Map<OfferedModule, Load>();

/** The entry of each module. */
const entries: Readonly<Record<OfferedModule, string>> = {
  toolbox: "ag-ui-lit/toolbox",
  models: 'ag-ui-lit/providers" or "ag-ui-lit/text',
  conversation: "ag-ui-lit/server",
};

/**
 * Offers a module to `init()`. Its own file does that, so that a page which imports only `ag-ui-lit` carries no script
 * and no file of a module that it does not use: an `import()` in `init()` would have every bundler emit them all.
 */
export function offerLoader(module: OfferedModule, load: Load): void {
  loaders.set(module, load);
}

/** Loads a module from a source or, given `true`, from the package's file. */
export async function loadOffered(module: OfferedModule, source: unknown): Promise<void> {
  const load = loaders.get(module);
  if (!load) {
    throw new Error(
      `ag-ui-lit: init({ ${module} }) loads a module of an entry that is not imported. Import "${entries[module]}" before you call init().`,
    );
  }
  await load(source === true ? undefined : source);
}

/** The value that `init()` takes for a module: a source, or `true` for the package's file. */
export type OfferedSource = InitSource | true;
