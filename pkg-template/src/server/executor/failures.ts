import { wellFormed } from "../../codec/truncate.js";
import { permanent } from "../../errors/not-run.js";
import type { ToolError } from "../../execution/types.js";

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
