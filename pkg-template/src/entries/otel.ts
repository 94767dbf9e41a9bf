/**
 * `ag-ui-lit/otel`: executions of tools as OpenTelemetry spans. Needs the package `@opentelemetry/api`; importing it in
 * Node is harmless.
 *
 * @module
 */
export { type TraceToolsOptions, traceTools } from "../otel/trace-tools.js";
