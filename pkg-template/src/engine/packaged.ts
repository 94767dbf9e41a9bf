import type { InitSource } from "../core/module-loader.js";
import { packageFile } from "../core/package-file.js";
import { engine } from "./load.js";

/** Loads the engine, from the package's file unless told otherwise. */
export function load(source?: InitSource): Promise<void> {
  if (source !== undefined) return engine.load(source, true);
  return engine.load(packageFile(new URL("../generated/engine_bg.wasm", import.meta.url)));
}
