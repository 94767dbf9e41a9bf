import { LONGEST_NAME } from "../constants/core.js";
import type { DefinitionIssue } from "../core/raw.js";

/** A tool definition breaks rules. Nothing was registered. */
export class ToolDefinitionError extends Error {
  override readonly name = "ToolDefinitionError";
  /** Every error, with its path in the definition: `["schema", "properties", "city"]`. */
  readonly issues: readonly DefinitionIssue[];

  constructor(toolName: unknown, issues: readonly DefinitionIssue[]) {
    const named =
      typeof toolName === "string" && toolName
        ? `tool "${toolName.slice(0, LONGEST_NAME)}"`
        : "tool";
    const lines = issues.map(
      (issue) => `\n- ${issue.path.join(".") || "definition"}: ${issue.message}`,
    );
    super(`The ${named} can't be registered:${lines.join("")}`);
    this.issues = issues;
  }
}
