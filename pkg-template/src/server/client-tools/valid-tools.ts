import { type AgUiTool, agUiToolOf } from "../../tools/ag-ui-tool.js";
import { discardTool } from "../../tools/define.js";
import { type ClientToolFault, type ClientToolRules, checkClientTools } from "./checked-tools.js";

/** What is taken of a client's tools, and why the rest is not. */
export interface ValidClientTools {
  readonly valid: AgUiTool[];
  /** One for each fault, in the order of the list. */
  readonly faults: readonly ClientToolFault[];
  /** The tools whose texts had hidden characters, and which: these were left out. */
  readonly hidden: readonly { readonly name: string; readonly hidden: string }[];
}

/**
 * The tools of a client that keep the rules, in AG-UI's form, whichever shape they came in. A bad one spoils no other.
 *
 * @throws {NotInitializedError} before the core and the JSON Schema module are loaded.
 */
export function validateClientTools(tools: unknown, rules: ClientToolRules = {}): ValidClientTools {
  const checked = checkClientTools(tools, rules);
  const valid = checked.tools.map(({ tool }) => agUiToolOf(tool));
  const hidden = checked.tools.flatMap(({ tool, hidden }) =>
    hidden === undefined ? [] : [{ name: tool.name, hidden }],
  );
  for (const { tool } of checked.tools) discardTool(tool);
  return { valid, faults: checked.faults, hidden };
}
