/** The one place that imports what wasm-bindgen generates for patterns. */

export {
  default as instantiate,
  initSync as instantiateSync,
  RawPattern,
  rawPanicMessage,
  rawSetUnicode,
  type UnicodeSource,
} from "../generated/patterns.js";
