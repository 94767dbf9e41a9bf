import { describe } from "../codec/describe.js";
import { categorizeError } from "../errors/categorize-error.js";
import { givenUp, permanent } from "../errors/not-run.js";
import type { CallNext, CallOutcome, CallStep, StepCall } from "./call-step.js";
import { isOutcome } from "./outcome.js";
import { aborted, race } from "./race.js";
import { stepCall } from "./step-call.js";
import type { ToolError } from "./types.js";

/** Goes on after the steps, with the arguments of the last one. Must not reject. */
export type AfterSteps = (
  args: Readonly<Record<string, unknown>> | undefined,
) => Promise<CallOutcome>;

/**
 * Runs a call through a page's steps. Never rejects: the call fails if a step throws or returns no outcome, and a step
 * that never ends is abandoned once the call is.
 */
export function runSteps(
  steps: readonly CallStep[],
  call: StepCall,
  after: AfterSteps,
): Promise<CallOutcome> {
  const goOn = (
    index: number,
    args: Readonly<Record<string, unknown>> | undefined,
  ): Promise<CallOutcome> => {
    const step = steps[index];
    if (!step) return after(args);
    const own = args === undefined ? call : stepCall(call, args);
    return runStep(step, own, (changed) => goOn(index + 1, changed ?? args));
  };
  return goOn(0, undefined);
}

async function runStep(step: CallStep, call: StepCall, goOn: AfterSteps): Promise<CallOutcome> {
  let rest: Promise<CallOutcome> | undefined;
  let isOver = false;
  const next: CallNext = (changes) => {
    if (isOver && !rest) return ended(givenUp("The call's step had ended before it went on."));
    rest ??= goOn(changes?.args);
    return rest;
  };
  try {
    const outcome = await race(() => step(call, next), { signal: call.signal });
    isOver = true;
    // The rest has begun, so its own outcome counts.
    if (outcome === aborted)
      return rest ? await rest : failure(givenUp("The call was cancelled before its tool ran."));
    return isOutcome(outcome) ? outcome : failure(notAnOutcome(outcome, rest !== undefined));
  } catch (thrown) {
    isOver = true;
    const hasRun = rest !== undefined && (await rest).success;
    return failure(failed(thrown, hasRun));
  }
}

function failure(error: ToolError): CallOutcome {
  return { success: false, error };
}

async function ended(error: ToolError): Promise<CallOutcome> {
  return failure(error);
}

function failed(thrown: unknown, hasRun: boolean): ToolError {
  const error = categorizeError(thrown, "execution");
  const message = hasRun
    ? `The tool ran, but a step after it failed: ${error.message}`
    : error.message;
  // The tool is not run a second time for it.
  return { ...error, code: error.code ?? "step_failed", message, retryable: false };
}

function notAnOutcome(given: unknown, hasBegun: boolean): ToolError {
  const ran = hasBegun ? "The tool was called" : "The tool was not run";
  return permanent(
    "invalid_outcome",
    `${ran}, but a step of the page gave no outcome: it must return what next() gives, ` +
      `{ success: true, result } or { success: false, error }, but returned ${describe(given)}.`,
  );
}
