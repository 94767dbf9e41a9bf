import { core } from "./load.js";
import type { InitSource } from "./module-loader.js";
import { packageFile } from "./package-file.js";

/** Where the files of the package are, when they are not beside its modules. */
export interface InitOptions {
  /** The core, which runs tools: `core_bg.wasm`. */
  readonly core?: InitSource;
  /**
   * The schema engine, which judges what is unusual and words what is wrong: `engine_bg.wasm`. With `null` it is loaded
   * when it is first needed: the core is a fifth of both, and runs most calls by itself.
   */
  readonly engine?: InitSource | null;
}

/**
 * Loads everything in a browser: the core and the schema engine. Call it once before anything else; further calls share
 * the first one's load, and a load that failed may be tried again.
 *
 * A page with an `<ag-ui-agent>` needs no `init()`: the element begins with the core alone, and loads the engine when it
 * is needed or the page has nothing else to do.
 *
 * @param source where the core comes from, or both; the packaged files when absent. The engine is looked for beside the
 * core's file when that is an address.
 *
 * @example
 * ```ts
 * await init();
 * await init("/static/core_bg.wasm");
 * await init({ core: fetch("/static/core.wasm"), engine: fetch("/static/engine.wasm") });
 * await init({ engine: null }); // the core alone, for now
 * ```
 */
export async function init(source?: InitSource | InitOptions): Promise<void> {
  const sources = isOptions(source) ? source : { core: source, engine: besides(source) };
  const { engine } = sources;
  await Promise.all([loadCore(sources.core), engine === null ? undefined : loadEngine(engine)]);
}

async function loadEngine(source: InitSource | undefined): Promise<void> {
  const { load } = await import("../engine/packaged.js");
  return load(source);
}

/** Loads the core alone. */
export function loadCore(source?: InitSource): Promise<void> {
  if (source !== undefined) return core.load(source, true);
  return core.load(packageFile(new URL("../generated/core_bg.wasm", import.meta.url)));
}

/** An options object has neither a prototype of its own nor what a promise has. */
function isOptions(source: InitSource | InitOptions | undefined): source is InitOptions {
  return (
    typeof source === "object" &&
    Object.getPrototypeOf(source) === Object.prototype &&
    ("core" in source || "engine" in source)
  );
}

function besides(core: InitSource | undefined): string | undefined {
  const isAddress = typeof core === "string" || core instanceof URL;
  const address = isAddress ? String(core) : "";
  return address.includes("core_bg.wasm")
    ? address.replace("core_bg.wasm", "engine_bg.wasm")
    : undefined;
}
