import type { InitSource } from "../core/module-loader.js";
import { packageFile } from "../core/package-file.js";
import { patterns } from "./load.js";

/** Loads what matches patterns, from the package's file unless told otherwise. */
export function load(source?: InitSource): Promise<void> {
  if (source !== undefined) return patterns.load(source, true);
  return patterns.load(packageFile(new URL("../generated/patterns_bg.wasm", import.meta.url)));
}
