/**
 * `ag-ui-lit/providers` in workerd (Cloudflare Workers), where the module behind it is ready at import.
 *
 * @module
 */
import "../models/compiled.js";

export * from "./providers.js";
