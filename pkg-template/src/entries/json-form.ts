/**
 * `ag-ui-lit/json-form`: defines `<ag-ui-json-form>`, a form for a JSON Schema. Importing it in Node is harmless.
 *
 * @module
 */
import "../core/packaged.js";

export { AgUiJsonForm, type AgUiJsonFormEventMap } from "../approvals/form/json-form.js";
export { jsonFormParts } from "../approvals/parts.js";
