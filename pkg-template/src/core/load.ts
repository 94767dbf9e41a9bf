import { guardModule } from "./guard.js";
import { ModuleLoader } from "./module-loader.js";
import {
  instantiate,
  instantiateSync,
  RawArguments,
  RawBigIntegers,
  RawExecutionManager,
  RawRecord,
  RawTool,
  RawToolError,
  RawToolRegistry,
  rawPanicMessage,
} from "./raw.js";
import { markReady } from "./state.js";

/** Loads the core, which runs tools. */
export const core = new ModuleLoader({
  file: "core_bg.wasm",
  option: "core",
  instantiate,
  instantiateSync,
  ready() {
    guardModule(
      "core",
      [
        RawTool,
        RawToolRegistry,
        RawExecutionManager,
        RawArguments,
        RawToolError,
        RawRecord,
        RawBigIntegers,
      ],
      rawPanicMessage,
    );
    markReady();
  },
});
