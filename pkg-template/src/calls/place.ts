import type { ToolError } from "../errors/tool-error.js";
import { executionModeOf } from "../tools/execution-mode.js";
import type { RegisteredTool, ToolPreflight } from "../tools/types.js";
import type { OwnStep } from "./call.js";
import { notFinishedHere, notPreflighted, runsOnServer } from "./refusals.js";

/**
 * Where a call is made: in a page, which has a server behind it; on a server, which has a page before it; or where there is no other
 * half.
 */
export type CallPlace = "page" | "server" | "alone";

/** Refuses a call that has no tool, and one whose tool does not run here. */
export const checkPlace: OwnStep = async (call, next) => {
  const { tool, request } = call;
  const fault = call.refusal ?? request.fault;
  if (fault) return call.refuse(fault);
  const elsewhere = tool && placeFault(tool, request.place, request.preflight);
  return elsewhere ? call.refuse(elsewhere) : next();
};

/** Returns why a tool can't run in a place, if so. */
export function placeFault(
  tool: RegisteredTool,
  place: CallPlace,
  preflight: ToolPreflight | undefined,
): ToolError | undefined {
  const mode = executionModeOf(tool);
  if (place === "page") {
    if (mode === "server") return runsOnServer(tool.name);
    if (mode === "preflight" && !preflight) return notPreflighted(tool.name);
  }
  if (place === "alone" && mode === "preflight") return notFinishedHere(tool.name);
  return undefined;
}
