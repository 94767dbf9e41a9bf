/** The script that wasm-bindgen generates for the part `light`. It is imported when a tool of it runs first. */
export * from "../../generated/toolbox.js";
export {
  __wbg_reset_state as reset,
  default as instantiate,
  initSync as instantiateSync,
} from "../../generated/toolbox.js";
