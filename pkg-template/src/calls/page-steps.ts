import type { OwnStep } from "./call.js";
import { stepsOf } from "./call-steps.js";
import { partsOf, pastSteps } from "./origin.js";
import { runSteps } from "./run-steps.js";
import { stepCall } from "./step-call.js";

/** Runs the steps that the page has added: those of the call's origin, then those of its manager. */
export const pageSteps: OwnStep = (call, next) => {
  const { toolCallId, toolName, args, origin, signal, manager } = call.request;
  const own = partsOf(origin).steps?.all ?? [];
  const managers = stepsOf(manager);
  if (own.length + managers.length === 0) return next();
  const { tool } = call;
  const seen = stepCall({ toolCallId, toolName, tool, origin: pastSteps(origin), signal }, args);
  return runSteps([...own, ...managers], seen, (changed) => {
    if (changed) call.args = changed;
    return next();
  });
};
