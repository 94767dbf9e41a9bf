import type { ToolMetadata } from "../tools/types.js";

/**
 * Whether a person is asked before a tool of a group does its work, as `ToolMetadata.approval`: `"always"`, `"never"`,
 * or a function of the call's arguments that returns true for yes. Each group's options document the default.
 */
export type ToolApproval = NonNullable<ToolMetadata<Record<string, unknown>>["approval"]>;
