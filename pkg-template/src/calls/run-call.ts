import { categorizeError } from "../errors/categorize-error.js";
import type { CallOutcome } from "../execution/call-step.js";
import { reportNotRun } from "../execution/calls-not-run.js";
import { textOf } from "../execution/step-call.js";
import { Call, type CallRequest, type OwnStep } from "./call.js";
import { decide } from "./decide.js";
import { execute } from "./execute.js";
import { findTool } from "./find-tool.js";
import { pageSteps } from "./page-steps.js";
import { checkPlace } from "./place.js";

/** The way of a call, in order. */
const way: readonly OwnStep[] = [findTool, pageSteps, checkPlace, decide, execute];

/** The end of a call: its outcome, and the findings of its steps. */
export interface CallEnd {
  readonly call: Call;
  readonly outcome: CallOutcome;
  /**
   * An error of the path itself, if it could not be completed: a manager of the page's own that throws, for instance.
   */
  readonly fault?: { readonly thrown: unknown };
}

/**
 * Runs one call of a tool. All calls take this path, regardless of their origin. Never rejects.
 *
 * Until something must be awaited it goes on at once, so that calls which are begun in turn reach their tools in turn.
 */
export async function runCall(request: CallRequest): Promise<CallEnd> {
  const call = new Call(request);
  const end = await endOf(call);
  if (!end.outcome.success && !call.hasBegun && !request.reportsNotRun) {
    const { toolName, toolCallId, manager, origin } = request;
    const tool = call.tool?.id ?? toolName;
    const { error } = end.outcome;
    reportNotRun(manager, { tool, toolCallId, args: textOf(call.args), error, run: origin.run });
  }
  return end;
}

async function endOf(call: Call): Promise<CallEnd> {
  try {
    return { call, outcome: await from(0, call) };
  } catch (thrown) {
    const error = categorizeError(thrown, "execution");
    return { call, outcome: { success: false, error }, fault: { thrown } };
  }
}

/** Goes on with a step. The last one has no next step. */
function from(index: number, call: Call): Promise<CallOutcome> {
  const step = way[index];
  if (!step) throw new RangeError("The last step has no next one.");
  return step(call, () => from(index + 1, call));
}
