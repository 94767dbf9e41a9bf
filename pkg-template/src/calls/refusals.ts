import { wellFormed } from "../codec/truncate.js";
import { permanent } from "../errors/not-run.js";
import type { ToolError } from "../errors/tool-error.js";
import { nearestName } from "../options/nearest-name.js";

/** The maximum number of tool names in a message to the model. */
const mostNames = 100;

/** The most characters of a name that a model has made up. */
const longestName = 100;

/** A failure for an unknown name: it tells the model the nearest name, and the existing names. */
export function unknownTool(name: string, names: readonly string[]): ToolError {
  const asked = wellFormed(name.slice(0, longestName));
  const nearest = nearestName(name, names);
  const listed = names.slice(0, mostNames).join(", ");
  const rest = names.length > mostNames ? `, and ${names.length - mostNames} more` : "";
  const there = names.length > 0 ? ` Available tools: ${listed}${rest}.` : " There are no tools.";
  const meant = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
  return permanent("unknown_tool", `There is no tool named "${asked}".${meant}${there}`);
}

/** A failure for a name by which no tool can be called: the server has the tool, or it does not exist. */
export function refusalOfName(
  name: string,
  tools: { readonly names: readonly string[]; runsOnServer(name: string): boolean },
): ToolError {
  return tools.runsOnServer(name) ? runsOnServer(name) : unknownTool(name, tools.names);
}

/** A failure for a call that the server has left open. */
export function runsOnServer(name: string): ToolError {
  const message = `The tool "${name}" was not run: it runs on the server, which gave no result. The page can't run it.`;
  return permanent("runs_on_server", message);
}

/** A failure for a call that the server was to prepare. */
export function notPreflighted(name: string): ToolError {
  const message =
    `The tool "${name}" was not run: the server must prepare each call of it first, and has not prepared this one ` +
    '(no metadata["ag-ui-lit"].preflight.arguments that is an object).';
  return permanent("not_preflighted", message);
}

/** A failure for a call of a tool with two halves without a page. */
export function notFinishedHere(name: string): ToolError {
  const message = `The tool "${name}" was not run: a page must finish each call of it, and there is none here.`;
  return permanent("not_preflighted", message);
}

/** A failure for a call on a server whose tool runs on the client, or ends there. */
export function needsClient(name: string): ToolError {
  const message = `The tool "${name}" was not run: it needs the client, which can't be reached from here.`;
  return permanent("needs_client", message);
}
