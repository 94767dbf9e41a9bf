/**
 * `ag-ui-lit` and `ag-ui-lit/inline` in workerd (Cloudflare Workers), which starts no wasm module that was not compiled
 * with the worker: both are imported as modules, which its bundlers understand. The core is ready at import.
 *
 * @module
 */
import core from "../generated/core_bg.wasm";
import jsonSchema from "../generated/json_schema_bg.wasm";
import { startWith } from "../loading/ready.js";

startWith(core, () => jsonSchema);

export type { InitOptions } from "../loading/init.js";
export { init } from "../loading/ready.js";
export * from "./api.js";
