/**
 * `ag-ui-lit/providers`: a registry's tools for the APIs of models, and their calls back. Written in Rust, in a
 * WebAssembly module of its own that `provider()` loads. Importing this loads nothing.
 *
 * @module
 */
export { loadModels } from "../models/load.js";
export type { CallReader } from "../providers/call-reader.js";
export type { CallEvent, LiftedCall, Loss } from "../providers/calls.js";
export type { ProviderForms } from "../providers/forms.js";
export {
  type LoweredTools,
  type Provider,
  type ProviderName,
  type ProviderOptions,
  provider,
  type ToolSource,
} from "../providers/provider.js";
