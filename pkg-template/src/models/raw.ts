/** The one file that names what wasm-bindgen generates of the models' module. It is imported when something of it is asked for. */
export * from "../generated/models.js";
export {
  __wbg_reset_state as reset,
  default as instantiate,
  initSync as instantiateSync,
} from "../generated/models.js";
