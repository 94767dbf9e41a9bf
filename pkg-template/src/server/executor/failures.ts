import { wellFormed } from "../../codec/truncate.js";
import type { ToolError } from "../../execution/types.js";
import { nearestName } from "./nearest-name.js";

/** Names of a long list that a model is told. */
const MOST_NAMES = 100;

/** Characters of a name that a model has made up, in a message. */
const LONGEST_NAME = 100;

/** Nobody has a tool of the name. */
export function unknownTool(name: string, names: readonly string[]): ToolError {
  const asked = wellFormed(name.slice(0, LONGEST_NAME));
  const nearest = nearestName(name, names);
  const listed = names.slice(0, MOST_NAMES).join(", ");
  const rest = names.length > MOST_NAMES ? `, and ${names.length - MOST_NAMES} more` : "";
  const there = names.length > 0 ? ` There are: ${listed}${rest}.` : " There are no tools.";
  const meant = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
  return permanent("unknown_tool", `There is no tool named "${asked}".${meant}${there}`);
}

/** The client has to do it, and the client of this request can't. */
export function notOffered(name: string): ToolError {
  const message = `The tool "${name}" needs the client, and the client of this request does not offer it.`;
  return permanent("not_offered", message);
}

/** `authorize` has said no. */
export function notAuthorized(name: string, reason: string | undefined): ToolError {
  const why = reason ? `: ${wellFormed(reason)}` : ".";
  return permanent(
    "not_authorized",
    `The tool "${name}" was not run: it is not allowed here${why}`,
  );
}

function permanent(code: string, message: string): ToolError {
  return { category: "permanent", message, retryable: false, code };
}
