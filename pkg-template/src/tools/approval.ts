import { describe } from "../codec/describe.js";
import { isObject } from "../codec/safe-read.js";
import type { DefinitionIssue } from "../core/raw.js";
import type { ApprovalRule, RegisteredTool, ToolMetadata } from "./types.js";

/** A tool's `metadata.approval`. */
export type Approval = NonNullable<ToolMetadata["approval"]>;

/**
 * Reads a definition's `metadata.approval`. It stays on this side: a function can't cross to the core, which takes the
 * field for one of the author's own.
 */
export function readApproval(metadata: unknown, issues: DefinitionIssue[]): Approval | undefined {
  if (!isObject(metadata)) return undefined;
  const fault = (message: string): undefined => {
    issues.push({ path: ["metadata", "approval"], message });
  };
  let given: unknown;
  try {
    given = (metadata as { approval?: unknown }).approval;
  } catch (thrown) {
    return fault(`could not be read: ${describe(thrown)}`);
  }
  if (given === undefined || given === null) return undefined;
  if (given === "never" || given === "always") return given;
  if (typeof given === "function") return given as ApprovalRule;
  const shown = typeof given === "string" ? JSON.stringify(given) : describe(given);
  return fault(
    `must be "never", "always" or a function of the arguments, but is ${shown.slice(0, 60)}`,
  );
}

/** Returns true if a tool may require approval before it runs. */
export function mayAsk(tool: RegisteredTool): boolean {
  return (tool.metadata.approval ?? "never") !== "never";
}
