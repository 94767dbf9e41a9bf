/** What wasm-bindgen generates of the toolbox's part `web`. It is imported when a tool of it runs first. */
export * from "../../generated/toolbox_web.js";
export {
  __wbg_reset_state as reset,
  default as instantiate,
  initSync as instantiateSync,
} from "../../generated/toolbox_web.js";
