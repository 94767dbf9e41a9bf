import { describe } from "../codec/describe.js";
import { pastSteps, withFields } from "../execution/call-origin.js";
import { runIn } from "../execution/captured-context.js";
import { isOutcome } from "../execution/outcome.js";
import type { OwnStep } from "./call.js";
import { partsOf } from "./origin.js";

/** Executes the tool: the last step. */
export const execute: OwnStep = async (call) => {
  const { tool, args, request } = call;
  const { toolCallId, manager, origin, signal } = request;
  if (!tool) throw new TypeError("A call without a tool can't be executed.");
  const { preflight } = call;
  const passed = preflight ? withFields(origin, { preflight }) : origin;
  const options = { signal, origin: pastSteps(passed) };
  call.hasBegun = true;
  const outcome: unknown = await runIn(partsOf(origin).within, () =>
    manager.execute(tool, toolCallId, args, options),
  );
  // A manager may be of another copy of the package, or a page's own.
  if (isOutcome(outcome)) return outcome;
  throw new TypeError(`The manager gave no outcome, but ${describe(outcome)}.`);
};
