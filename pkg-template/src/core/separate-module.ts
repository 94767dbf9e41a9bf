import { messageOf } from "../codec/describe.js";
import { found } from "./found-file.js";
import { importIt } from "./load-advice.js";
import { type InitSource, isReusable, type LoadableModule, ModuleLoader } from "./module-loader.js";

/** The exports that every module's generated script has. */
type Generated = Pick<LoadableModule, "instantiate" | "instantiateSync">;

/** A module that `init()` does not load. */
export interface SeparateModule<Raw extends Generated>
  extends Pick<LoadableModule, "file" | "option"> {
  /** Has the expression that bundlers look for. */
  readonly addressOf: () => URL;
  /** Its generated script. */
  readonly importRaw: () => Promise<Raw>;
  /** It can be called now. */
  readonly ready?: (raw: Raw) => void;
}

/** Loads such a module; resolves to its generated script. */
export interface LoadSeparate<Raw> {
  (source?: InitSource): Promise<Raw>;
  /** Starts it at once, for entries that have it in themselves, compiled. */
  start(raw: Raw, compiled: WebAssembly.Module): void;
}

/**
 * Returns the loader of a module that `init()` does not load: from the page's source, else the package's file. Once
 * loaded it stays; after a failure the next call tries again.
 */
export function separateModule<Raw extends Generated>(
  module: SeparateModule<Raw>,
): LoadSeparate<Raw> {
  const findFile = found(module, module.addressOf);
  /** The source that the page has set. */
  let chosen: InitSource | undefined;
  let known: { readonly raw: Raw; readonly loader: ModuleLoader } | undefined;

  /** webpack never settles a second `import()` of a part that Trusted Types kept from loading. */
  let forbidden: Error | undefined;

  async function importOnce(): Promise<Raw> {
    if (forbidden) throw forbidden;
    try {
      return await module.importRaw();
    } catch (cause) {
      const isForbidden = /TrustedScriptURL/.test(messageOf(cause));
      const failure = new Error(
        `ag-ui-lit: the script that starts ${module.file} could not be loaded (${messageOf(cause)}). ${importIt(isForbidden)}`,
        { cause },
      );
      if (isForbidden) forbidden = failure;
      throw failure;
    }
  }

  async function getLoader(): Promise<NonNullable<typeof known>> {
    return known ?? makeLoader(await importOnce());
  }

  function makeLoader(raw: Raw): NonNullable<typeof known> {
    const { file, option } = module;
    const { instantiate, instantiateSync } = raw;
    const ready = () => module.ready?.(raw);
    known ??= {
      raw,
      loader: new ModuleLoader({ file, option, instantiate, instantiateSync, ready }),
    };
    return known;
  }

  const load = async (source?: InitSource): Promise<Raw> => {
    const { raw, loader } = await getLoader();
    if (source !== undefined) {
      loader.requireSource(source);
      chosen = source;
    }
    const from = chosen;
    if (from === undefined) await loader.loadFound(findFile);
    else {
      // A response can be read once: the next try takes the package's file.
      if (!isReusable(from)) chosen = undefined;
      await loader.load(from, true);
    }
    return raw;
  };
  const start = (raw: Raw, compiled: WebAssembly.Module): void =>
    makeLoader(raw).loader.loadSync(compiled);
  return Object.assign(load, { start });
}
