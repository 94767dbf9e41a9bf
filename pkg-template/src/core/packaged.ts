import { core } from "./load.js";
import type { InitSource } from "./module-loader.js";
import { packageFile } from "./package-file.js";

/** Where the files of the package are, when they are not beside its modules. */
export interface InitOptions {
  /** The core, which runs tools: `core_bg.wasm`. */
  readonly core?: InitSource;
  /** The schema engine, which judges what is unusual and words what is wrong: `engine_bg.wasm`. */
  readonly engine?: InitSource;
}

/**
 * Loads everything in a browser: the core and the schema engine. Call it once before anything else; further calls share
 * the first one's load, and a load that failed may be tried again.
 *
 * `registerTool()` and `<ag-ui-agent>` need no `init()`: they begin with the core alone, a sixth of it all, and load the
 * engine when it is needed or the page has nothing else to do.
 *
 * @param source where the core comes from, or both; the packaged files when absent. The engine is looked for beside the
 * core's file when that is an address.
 *
 * @example
 * ```ts
 * await init();
 * await init("/static/core_bg.wasm");
 * await init({ core: fetch("/static/core.wasm"), engine: fetch("/static/engine.wasm") });
 * ```
 */
export async function init(source?: InitSource | InitOptions): Promise<void> {
  const sources = isOptions(source) ? source : { core: source, engine: besides(source) };
  const engine = import("../engine/packaged.js");
  await Promise.all([loadCore(sources.core), engine.then(({ load }) => load(sources.engine))]);
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
