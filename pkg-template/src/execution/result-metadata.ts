import type { Known, ToolResultMetadata } from "../tools/result-metadata.js";
import type { StructuredToolResult } from "./structured-result.js";

type OfKnown = {
  [Name in Known]: StructuredToolResult<ToolResultMetadata[Name]> & { readonly toolName: Name };
}[Known];

/**
 * The type of tool names that `ToolResultMetadata` does not list, once it lists any. Types can't exclude the known
 * names, so it is a pattern that no tool's name has. At run time it is the name alone.
 */
export type OtherToolName = `any other tool ${string}`;

/**
 * A structured result of any tool. If `ToolResultMetadata` has the tool, `toolName` determines the type of `metadata`.
 */
export type AnyStructuredToolResult =
  | OfKnown
  | (StructuredToolResult & {
      readonly toolName: [Known] extends [never] ? string : OtherToolName;
    });
