import { type ToolExecution, visibleText } from "ag-ui-lit";

/** Where a tool call is, from its first streamed letter to its end. */
export type Phase =
  | "streaming"
  | "asking"
  | "pending"
  | "validating"
  | "executing"
  | "succeeded"
  | "failed"
  | "cancelled";

/** One tool call as the page shows it. Never changed in place: a step makes a new one. */
export interface Activity {
  /** Unique on this page; a backend may reuse a tool call's id. */
  readonly key: string;
  readonly toolCallId: string;
  readonly name: string;
  readonly phase: Phase;
  /** The arguments as far as they came, as text. */
  readonly argsText: string;
  readonly executionId?: string;
  readonly attempt?: { readonly number: number; readonly of: number };
  readonly result?: string;
  readonly error?: { readonly category: string; readonly code?: string; readonly message: string };
  /** `"backend"` when it is not the page that answered: the tool ran on the server, or was refused there. */
  readonly answeredBy?: "backend";
  /** Epoch milliseconds of the handler's start. */
  readonly startedAt?: number;
  /** Milliseconds from there to the end. */
  readonly duration?: number;
}

const RUNNING: ReadonlySet<Phase> = new Set([
  "streaming",
  "asking",
  "pending",
  "validating",
  "executing",
]);

export function isRunning({ phase }: Activity): boolean {
  return RUNNING.has(phase);
}

/** The phase in a word or two. */
export const PHASE_LABELS: Readonly<Record<Phase, string>> = {
  streaming: "Writing arguments",
  asking: "Waiting for you",
  pending: "Queued",
  validating: "Validating",
  executing: "Running",
  succeeded: "Succeeded",
  failed: "Failed",
  cancelled: "Stopped",
};

/** An error's text in one line: the core lists a validation's faults below a heading, which goes without saying here. */
export function errorLine(text: string): string {
  return text
    .slice(0, 1_000)
    .replace(/^[^\n]*:\n- /, "")
    .replace(/\s*\n- /g, "; ")
    .replace(/\s+/g, " ");
}

/** An error in words for the person: what the agent is told of their own answer is not for them. */
export function errorText({ code, message }: NonNullable<Activity["error"]>): string {
  return code === "declined" ? "You said no." : visibleText(message);
}

/** What is shown of an error. */
export function errorOf({
  category,
  code,
  message,
}: NonNullable<ToolExecution["error"]>): NonNullable<Activity["error"]> {
  return { category, message, ...(code !== undefined && { code }) };
}

/** What an execution record adds to an activity. */
export function fromExecution(execution: ToolExecution | undefined): Partial<Activity> {
  if (!execution) return {};
  const { id, status, result, error, timing, retry } = execution;
  return {
    executionId: id,
    phase: status,
    ...(result !== undefined && { result }),
    ...(error && { error: errorOf(error) }),
    ...(timing.startedAt !== undefined && { startedAt: timing.startedAt }),
    ...(timing.duration !== undefined && { duration: timing.duration }),
    ...(retry.attemptNumber > 1 && {
      attempt: { number: retry.attemptNumber, of: retry.maxAttempts },
    }),
  };
}
