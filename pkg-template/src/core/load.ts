import { guardModule } from "./guard.js";
import { markMemory } from "./memory.js";
import { ModuleLoader } from "./module-loader.js";
import {
  instantiate,
  instantiateSync,
  RawArguments,
  RawExecutionManager,
  RawSchema,
  RawTool,
  RawToolRegistry,
  rawPanicMessage,
} from "./raw.js";
import { markReady } from "./state.js";

/** Loads the core: what runs tools. */
export const core = new ModuleLoader({
  file: "core_bg.wasm",
  option: "core",
  instantiate,
  instantiateSync,
  ready({ memory }) {
    markMemory(memory);
    guardModule(
      "core",
      [RawTool, RawToolRegistry, RawExecutionManager, RawArguments, RawSchema],
      rawPanicMessage,
    );
    markReady();
  },
});
