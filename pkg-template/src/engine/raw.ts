/** The one place that imports what wasm-bindgen generates for the engine. */

export {
  default as instantiate,
  type Findings,
  initSync as instantiateSync,
  RawSchema,
  rawPanicMessage,
  type SchemaFault,
  type SchemaFaults,
} from "../generated/engine.js";
