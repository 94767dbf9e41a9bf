/**
 * `ag-ui-lit/inline`: both modules are part of the script, for plain pages and tests. The core is ready at import; the
 * JSON Schema module is compiled, at once, when a plain JSON Schema is met first. It is also what `ag-ui-lit` is in Node,
 * where a bundle can't count on a file beside it. Touches no DOM.
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
