import type { Known, ToolResultMetadata } from "../tools/result-metadata.js";
import type { StructuredToolResult } from "./structured-result.js";

type OfKnown = {
  [Name in Known]: StructuredToolResult<ToolResultMetadata[Name]> & { readonly toolName: Name };
}[Known];

/**
 * Stands, once `ToolResultMetadata` knows a tool, for the names that it does not know: they are other texts than those it
 * knows, which no type can say, but the pattern is one that no tool's name has. At run time it is the name alone.
 */
export type OtherToolName = `any other tool ${string}`;

/**
 * A structured result of any tool. Where `ToolResultMetadata` knows the tool, `toolName` tells the type of its `metadata`.
 */
export type AnyStructuredToolResult =
  | OfKnown
  | (StructuredToolResult & {
      readonly toolName: [Known] extends [never] ? string : OtherToolName;
    });
