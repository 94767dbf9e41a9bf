import { guardModule } from "../core/guard.js";
import { ModuleLoader } from "../core/module-loader.js";
import { instantiate, instantiateSync, RawPattern, rawPanicMessage, rawSetUnicode } from "./raw.js";
import { markPatternsReady } from "./state.js";
import { unicode } from "./unicode.js";

/** Loads what matches patterns. */
export const patterns = new ModuleLoader({
  file: "patterns_bg.wasm",
  instantiate,
  instantiateSync,
  ready({ memory }) {
    guardModule("pattern module", [RawPattern], rawPanicMessage);
    rawSetUnicode(unicode);
    markPatternsReady({ RawPattern, memory });
  },
});
