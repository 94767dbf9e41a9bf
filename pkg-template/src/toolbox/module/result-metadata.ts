/**
 * The metadata types of the toolbox's tools in structured results, by the tools' names. A page that stores results
 * takes them over:
 *
 * @example
 * ```ts
 * import type { ToolboxResultMetadata } from "ag-ui-lit/toolbox";
 *
 * declare module "ag-ui-lit" {
 *   interface ToolResultMetadata extends ToolboxResultMetadata {}
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: each group adds its tools
export interface ToolboxResultMetadata {}
