/**
 * The types of tools' `structured` values, by tool name: yours to augment. Structured results contain them as JSON
 * writes them.
 *
 * @example
 * ```ts
 * declare module "ag-ui-lit" {
 *   interface ToolResultMetadata {
 *     forecast: { hours: number[] };
 *   }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be augmented
export interface ToolResultMetadata {}

/** The names of tools whose structured results have a known type. */
export type Known = keyof ToolResultMetadata & string;

/** The `output` of a tool's execution: typed if its name is known, as for `registry.get("file_read")`. */
export type ToolOutput<Tool> = Tool extends { readonly name: infer Name extends Known }
  ? ToolResultMetadata[Name]
  : unknown;
