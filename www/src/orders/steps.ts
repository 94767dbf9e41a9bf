import type { ToolExecutionMode } from "ag-ui-lit";
import { type Activity, isRunning } from "../activity/activity.js";

/** Where a step is made: by the shop's server, by this page, or by the person before it. */
export type Place = "server" | "page" | "you";

/** One step of a call: who does what. */
export interface Step {
  readonly key: string;
  readonly place: Place;
  /** What is done; with the tool's name where a tool runs. */
  readonly text: string;
  readonly tool?: string;
  readonly state: "now" | "done" | "failed";
}

/**
 * The steps of all calls, in order.
 *
 * @param modeOf where a tool of the page runs; `undefined` for one that the page doesn't have.
 */
export function stepsOf(
  activities: readonly Activity[],
  modeOf: (tool: string) => ToolExecutionMode | undefined,
): readonly Step[] {
  return activities.flatMap((activity) => {
    const mode = modeOf(activity.name);
    if (mode === "preflight") return preparedSteps(activity);
    return [runStep(activity, mode === "client" ? "page" : "server")];
  });
}

/** Server, person and page have a part each, one after the other. */
function preparedSteps(activity: Activity): Step[] {
  const { key, name: tool, phase, answeredBy, error, executionId } = activity;
  const step = (place: Place, text: string, state: Step["state"]): Step => ({
    key: `${key} ${place}`,
    place,
    text,
    state,
    ...(place === "server" && { tool }),
  });
  if (phase === "streaming") return [step("server", "prepares", "now")];
  if (answeredBy === "backend") return [step("server", "refuses", "failed")];
  const prepared = step("server", "prepared", "done");
  if (phase === "asking") return [prepared, step("you", "decide", "now")];
  if (error?.code === "declined") return [prepared, step("you", "said no", "failed")];
  // Neither asked nor run: withdrawn before anybody saw it.
  if (executionId === undefined) return [prepared, step("you", "were not asked", "failed")];
  return [prepared, step("you", "said yes", "done"), { ...runStep(activity, "page") }];
}

function runStep(activity: Activity, place: Place): Step {
  const { key, name: tool, phase } = activity;
  const base = { key: `${key} ${place}`, place, tool };
  if (phase === "succeeded") return { ...base, text: "ran", state: "done" };
  if (isRunning(activity)) return { ...base, text: "runs", state: "now" };
  return { ...base, text: phase === "cancelled" ? "stopped" : "failed", state: "failed" };
}
