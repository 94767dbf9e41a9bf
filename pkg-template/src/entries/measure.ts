/**
 * `ag-ui-lit/measure`: executions of tools on the browser's own performance timeline. Needs no other package; importing
 * it in Node is harmless.
 *
 * @module
 */
export { measureTools } from "../measure/measure-tools.js";
