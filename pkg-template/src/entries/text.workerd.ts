/**
 * `ag-ui-lit/text` in workerd (Cloudflare Workers), where the module behind it is ready at import.
 *
 * @module
 */
import "../models/compiled.js";

export * from "./text.js";
