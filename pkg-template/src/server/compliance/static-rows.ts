import type { ToolRegistry } from "../../tools/registry.js";
import type { RegisteredTool } from "../../tools/types.js";
import { type ComplianceRow, row } from "./rules.js";

/** Whether a tool's name is its own. */
export function nameRow(
  tool: RegisteredTool,
  given: { readonly name: unknown },
  registry: ToolRegistry | undefined,
): ComplianceRow {
  if (given.name !== tool.name) {
    return row("name", false, "Read a second time, the name is another one.");
  }
  if (!registry) {
    return row("name", "unknown", "Give the executor, in whose registry the name must be unique.");
  }
  const known = registry.get(tool.name);
  if (known === undefined) return row("name", true, "No tool of the executor has it yet.");
  if (known === tool || (known.name === tool.name && isLike(known, tool))) {
    return row("name", true, "The executor knows one tool by it: this one.");
  }
  return row("name", false, `Another tool of the executor goes by "${tool.name}".`);
}

/** Whether a tool says how it is used. Whether that is accurate only a reader can tell. */
export function usageRow({ name, description }: RegisteredTool): ComplianceRow {
  const words = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  if (words(description) === "") return row("usage", false, "The description has no words.");
  if (words(description) === words(name)) {
    return row("usage", false, "The description is the name once more: say what it does and when.");
  }
  return row("usage", true, "It has one; that it is accurate, a person has to see.");
}

/** A tool that was registered from the definition at hand. */
function isLike(known: RegisteredTool, tool: RegisteredTool): boolean {
  return (
    known.description === tool.description &&
    known.metadata.execution === tool.metadata.execution &&
    JSON.stringify(known.parameters) === JSON.stringify(tool.parameters)
  );
}
