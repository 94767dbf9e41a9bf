import type { ToolMetadata } from "../tools/types.js";

/**
 * Whether a person is asked before a tool of a group does its work, as `ToolMetadata.approval`: `"always"`, `"never"`, or a
 * function of the call's arguments that gives true for yes. The options of each group say what is so unless you give it.
 */
export type ToolApproval = NonNullable<ToolMetadata<Record<string, unknown>>["approval"]>;
