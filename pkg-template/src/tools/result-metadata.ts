/**
 * The types of what tools give as `structured`, by tool name: yours to augment. What structured results have of it is what
 * JSON makes of it.
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
