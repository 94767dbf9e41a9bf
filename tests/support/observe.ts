/** How a test looks at what the package does, in a page as in Node. */
import {
  categorizeError,
  type ToolErrorCategory,
  ToolExecutionManager,
  ToolRegistry,
} from "ag-ui-lit";

export interface Recorded {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly detail: any;
}

/** Notes every event of these types as it comes: its type without the prefix, and its detail. */
export function record(target: EventTarget, prefix: string, types: readonly string[]): Recorded[] {
  const recorded: Recorded[] = [];
  for (const type of types) {
    target.addEventListener(prefix + type, (event) => {
      recorded.push({ type, detail: (event as CustomEvent).detail });
    });
  }
  return recorded;
}

/** The types of a manager's and of an element's events, without their prefixes. */
export const eventTypes = {
  execution: [
    "started",
    "validating",
    "executing",
    "progress",
    "retrying",
    "orphan-settled",
    "succeeded",
    "failed",
    "cancelled",
  ],
  agent: [
    "messages-changed",
    "history-changed",
    "state-changed",
    "state-snapshot",
    "state-delta",
    "activity-changed",
    "step-started",
    "step-finished",
    "custom",
    "raw",
    "text-start",
    "text-content",
    "text-end",
    "run-started",
    "run-failed",
    "run-finalized",
    "interrupt",
    "approval-request",
    "approval-settled",
    "open-calls",
    "tool-call-start",
    "tool-call-args",
    "tool-call-invalid",
    "tool-call-end",
    "tool-call-error",
    "tool-status-changed",
    "tool-retrying",
  ],
};

/** What `categorizeError` makes of a thrown value, without the cause, which a test outside the page can't get. */
export function errorOf(thrown: unknown, category: ToolErrorCategory = "execution") {
  const { cause, ...error } = categorizeError(thrown, category);
  return { ...error, keepsCause: cause === thrown };
}

/** What comes of a tool whose handler returns this. */
export async function resultOf(value: unknown) {
  const { tool } = new ToolRegistry().register({
    name: "it",
    description: "Returns it.",
    schema: {},
    handler: () => value,
  });
  const result = await new ToolExecutionManager().execute(tool, "1", "{}");
  if (!result.success) throw new Error(result.error.message);
  return result;
}
