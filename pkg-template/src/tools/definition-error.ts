import type { DefinitionFaults, DefinitionIssue } from "../core/raw.js";

/** A tool definition breaks rules. Nothing was registered. */
export class ToolDefinitionError extends Error {
  override readonly name = "ToolDefinitionError";
  /** Every fault, with its path in the definition: `["schema", "properties", "city"]`. */
  readonly issues: readonly DefinitionIssue[];

  constructor(toolName: unknown, issues: readonly DefinitionIssue[]) {
    const named =
      typeof toolName === "string" && toolName ? `tool "${toolName.slice(0, 64)}"` : "tool";
    const lines = issues.map(
      (issue) => `\n- ${issue.path.join(".") || "definition"}: ${issue.message}`,
    );
    super(`The ${named} can't be registered:${lines.join("")}`);
    this.issues = issues;
  }
}

/** Calls the core and turns the faults it throws into a `ToolDefinitionError`. */
export function orDefinitionError<T>(toolName: unknown, call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    const faults = thrown as Partial<DefinitionFaults> | null;
    if (!Array.isArray(faults?.issues)) throw thrown;
    throw new ToolDefinitionError(toolName, faults.issues);
  }
}
