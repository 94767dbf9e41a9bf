import { pastSteps } from "../execution/call-origin.js";
import { stepsOf } from "../execution/call-steps.js";
import { runSteps } from "../execution/run-steps.js";
import { stepCall } from "../execution/step-call.js";
import type { OwnStep } from "./call.js";
import { partsOf } from "./origin.js";

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
