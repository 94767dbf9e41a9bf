import type { Interrupt, Message, State } from "@ag-ui/core";
import type { ToolError, ToolExecution, ToolExecutionStatus } from "../execution/types.js";
import type { OpenCall } from "./open-calls.js";
import type { RunError } from "./run-error.js";

/** What names a call in an event's detail. */
export interface ToolCallDetail {
  /** The id the backend gave the call. */
  readonly toolCallId: string;
  readonly toolCallName: string;
}

/** The events of `<ag-ui-agent>`. All bubble and are composed. */
export interface AgUiAgentEventMap {
  /** The messages of the thread changed. */
  "ag-ui-messages-changed": CustomEvent<{ readonly messages: readonly Message[] }>;
  /** The shared state changed. */
  "ag-ui-state-changed": CustomEvent<{ readonly state: State }>;
  /** The backend began a run. One loop may take several: each answers the tools of the one before. */
  "ag-ui-run-started": CustomEvent<{ readonly threadId: string; readonly runId: string }>;
  /** The loop failed. */
  "ag-ui-run-failed": CustomEvent<{ readonly threadId: string; readonly error: RunError }>;
  /** The loop has ended, tools included, however it ended: once per loop. */
  "ag-ui-run-finalized": CustomEvent<{ readonly threadId: string }>;
  /** The model began to reason. */
  "ag-ui-reasoning-start": CustomEvent<null>;
  /** A piece of the reasoning came; `buffer` is all of it so far. */
  "ag-ui-reasoning-content": CustomEvent<{ readonly delta: string; readonly buffer: string }>;
  /** The model ended a piece of reasoning: this is all of it. */
  "ag-ui-reasoning-end": CustomEvent<{ readonly content: string }>;
  /** The backend waits for the page's answer: see `resume()`. */
  "ag-ui-interrupt": CustomEvent<{ readonly interrupts: readonly Interrupt[] }>;
  /** A thread was restored that has calls without an answer; told with `open-calls="offer"`. See `settleCalls()`. */
  "ag-ui-open-calls": CustomEvent<{ readonly calls: readonly OpenCall[] }>;
  /** The model began to write a call. */
  "ag-ui-tool-call-start": CustomEvent<ToolCallDetail>;
  /** A piece of the call's argument text came; `buffer` is all of it so far. */
  "ag-ui-tool-call-args": CustomEvent<
    ToolCallDetail & { readonly delta: string; readonly buffer: string }
  >;
  /** The call was run and answered with its result. */
  "ag-ui-tool-call-end": CustomEvent<
    ToolCallDetail & {
      readonly toolCallArgs: Readonly<Record<string, unknown>>;
      readonly result: string;
      readonly execution?: ToolExecution;
    }
  >;
  /** The call was answered with an error. */
  "ag-ui-tool-call-error": CustomEvent<
    ToolCallDetail & { readonly error: ToolError; readonly execution?: ToolExecution }
  >;
  /** An attempt of the call's execution failed; attempt `attemptNumber` follows in `delayMs`. */
  "ag-ui-tool-retrying": CustomEvent<
    ToolCallDetail & {
      readonly attemptNumber: number;
      readonly maxAttempts: number;
      readonly error: ToolError;
      readonly delayMs: number;
    }
  >;
  /** The call's execution reached another status. */
  "ag-ui-tool-status-changed": CustomEvent<
    ToolCallDetail & { readonly status: ToolExecutionStatus; readonly execution: ToolExecution }
  >;
}

/** Dispatches an event of the element. */
export type Emit = <Type extends keyof AgUiAgentEventMap>(
  type: Type,
  detail: AgUiAgentEventMap[Type]["detail"],
) => void;

declare global {
  // The events bubble, so that any element, the document and the window may listen for them.
  interface GlobalEventHandlersEventMap extends AgUiAgentEventMap {}
}
