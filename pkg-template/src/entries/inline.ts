/**
 * `ag-ui-lit/inline`: both modules are part of the script, for plain pages and tests. The core is ready at import; the
 * JSON Schema module is compiled, at once, for the first plain JSON Schema. In Node `ag-ui-lit` is this entry, since a
 * bundle can't count on a file next to it. Touches no DOM.
 *
 * @module
 */
import { bytesOf } from "../codec/base64.js";
import coreBytes from "../generated/core_bytes.js";
import jsonSchemaBytes from "../generated/json_schema_bytes.js";
import { startWith } from "../loading/ready.js";

startWith(bytesOf(coreBytes), () => bytesOf(jsonSchemaBytes));

export type { InitOptions } from "../loading/init.js";
export { init } from "../loading/ready.js";
export * from "./api.js";
