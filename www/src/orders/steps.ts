import type { ToolExecutionMode } from "ag-ui-lit";
import { isSettled, type ToolCallState } from "ag-ui-lit/views";

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

/** The facts that the steps of a call are read from. */
export type StepCall = Pick<ToolCallState, "toolName" | "status" | "answeredBy" | "attempt">;

/**
 * The steps of all calls, in order.
 *
 * @param modeOf where a tool of the page runs; `undefined` for one that the page doesn't have.
 */
export function stepsOf(
  calls: readonly StepCall[],
  modeOf: (tool: string) => ToolExecutionMode | undefined,
): readonly Step[] {
  return calls.flatMap((call, index) => {
    const mode = modeOf(call.toolName);
    const steps =
      mode === "preflight"
        ? preparedSteps(call)
        : [runStep(call, mode === "client" ? "page" : "server")];
    // A conversation only grows, so a step keeps its key.
    return steps.map((step) => ({ ...step, key: `${index} ${step.place}` }));
  });
}

/** Server, person and page have a part each, one after the other. */
function preparedSteps(call: StepCall): Omit<Step, "key">[] {
  const { toolName: tool, status, answeredBy, attempt } = call;
  const step = (place: Place, text: string, state: Step["state"]) => ({
    place,
    text,
    state,
    ...(place === "server" && { tool }),
  });
  if (status === "writing" || status === "waiting") return [step("server", "prepares", "now")];
  // What a server prepares is left to the page to answer: where the server answers, it has refused.
  if (answeredBy === "backend") return [step("server", "refuses", "failed")];
  const prepared = step("server", "prepared", "done");
  if (status === "approval") return [prepared, step("you", "decide", "now")];
  if (status === "declined") return [prepared, step("you", "said no", "failed")];
  // Neither asked nor run: withdrawn before anybody saw it.
  if (attempt === 0) return [prepared, step("you", "were not asked", "failed")];
  return [prepared, step("you", "said yes", "done"), runStep(call, "page")];
}

function runStep({ toolName: tool, status }: StepCall, place: Place): Omit<Step, "key"> {
  const base = { place, tool };
  if (status === "succeeded") return { ...base, text: "ran", state: "done" };
  if (!isSettled(status)) return { ...base, text: "runs", state: "now" };
  return { ...base, text: status === "cancelled" ? "stopped" : "failed", state: "failed" };
}
