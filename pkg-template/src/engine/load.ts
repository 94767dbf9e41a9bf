import { guardModule } from "../core/guard.js";
import { ModuleLoader } from "../core/module-loader.js";
import { instantiate, instantiateSync, RawSchema, rawPanicMessage } from "./raw.js";
import { markEngineReady } from "./state.js";

/** Loads the schema engine. */
export const engine = new ModuleLoader({
  file: "engine_bg.wasm",
  instantiate,
  instantiateSync,
  ready() {
    guardModule("schema engine", [RawSchema], rawPanicMessage);
    markEngineReady(RawSchema);
  },
});
