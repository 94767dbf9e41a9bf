/** The one file that names what wasm-bindgen generates of the conversation's module. It is imported when a reasoner is asked first. */
export * from "../generated/conversation.js";
export {
  __wbg_reset_state as reset,
  default as instantiate,
  initSync as instantiateSync,
} from "../generated/conversation.js";
