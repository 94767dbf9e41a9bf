/** The one file that names what wasm-bindgen generates of the toolbox. It is imported when a tool runs first. */
export * from "../../generated/toolbox.js";
export {
  __wbg_reset_state as reset,
  default as instantiate,
  initSync as instantiateSync,
} from "../../generated/toolbox.js";
