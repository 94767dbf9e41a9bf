import type { ToolError } from "../errors/tool-error.js";
import { executionModeOf } from "../tools/execution-mode.js";
import type { RegisteredTool, ToolPreflight } from "../tools/types.js";
import type { OwnStep } from "./call.js";
import { needsClient, notFinishedHere, notPreflighted, runsOnServer } from "./refusals.js";

/**
 * The place where a call is made: in a page, which has a server behind it; on a server, which has a page before it; on
 * a server by another tool, whose call no page finishes (`"within"`); or without another half (`"alone"`).
 */
export type CallPlace = "page" | "server" | "within" | "alone";

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
  preflight?: ToolPreflight,
): ToolError | undefined {
  const mode = executionModeOf(tool);
  const { name } = tool;
  switch (place) {
    case "page":
      if (mode === "server") return runsOnServer(name);
      return mode === "preflight" && !preflight ? notPreflighted(name) : undefined;
    case "server":
      return mode === "client" ? needsClient(name) : undefined;
    case "within":
      return mode === "server" ? undefined : needsClient(name);
    case "alone":
      return mode === "preflight" ? notFinishedHere(name) : undefined;
  }
}
