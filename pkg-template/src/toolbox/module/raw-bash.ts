/** The script that wasm-bindgen generates for the part `bash`. It is imported when a tool of it runs first. */
export * from "../../generated/toolbox_bash.js";
export {
  __wbg_reset_state as reset,
  default as instantiate,
  initSync as instantiateSync,
} from "../../generated/toolbox_bash.js";
