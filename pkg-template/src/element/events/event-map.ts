import type {
  AgentCapabilities,
  Interrupt,
  JsonPatch,
  Message,
  State,
  SubagentFinishedOutcome,
  TextMessageRole,
  TokenUsage,
} from "@ag-ui/core";
import type { ToolError, ToolExecution, ToolExecutionStatus } from "../../execution/types.js";
import type { RunError } from "../errors/run-error.js";
import type { ApprovalRequest, CallArguments, OpenCall, ToolCallDetail } from "./details.js";
import type { HistoryChange } from "./history-change.js";

/** What an event of a subagent says in addition. */
interface OfSubagent {
  /** The subagent's run; absent for the agent itself. */
  readonly subagentRunId?: string;
}

/** The events of `<ag-ui-agent>`. All bubble and are composed. */
export interface AgUiAgentEventMap {
  /**
   * The messages of the thread changed: once for what comes together. The messages are frozen, made when somebody looks,
   * and never change later; one that did not change is the same object as before.
   *
   * @example
   * ```ts
   * agent.addEventListener("ag-ui-messages-changed", ({ detail }) => render(detail.messages));
   * ```
   */
  "ag-ui-messages-changed": CustomEvent<{ readonly messages: readonly Message[] }>;
  /**
   * The backend's list of messages says otherwise what the page knew: what the user said, a result, a call. `kept` says
   * for each change whose version the thread goes on with.
   */
  "ag-ui-history-changed": CustomEvent<{ readonly changes: readonly HistoryChange[] }>;
  /**
   * The shared state changed, by the backend or the page: once for deltas that come together. Frozen, as whatever comes
   * from the stream is in a detail; a part that did not change is the same object as before. `isPredicted` is only there
   * when part of it is predicted: it shows arguments that the model still writes, and is not sent to the backend.
   */
  "ag-ui-state-changed": CustomEvent<{ readonly state: State; readonly isPredicted?: true }>;
  /** The backend sent the whole state: `ag-ui-state-changed` follows. */
  "ag-ui-state-snapshot": CustomEvent<{ readonly snapshot: State }>;
  /** The backend sent a change of the state as JSON Patch operations (RFC 6902): `ag-ui-state-changed` follows. */
  "ag-ui-state-delta": CustomEvent<{ readonly delta: JsonPatch }>;
  /** An activity message came or changed: this is its content now. */
  "ag-ui-activity-changed": CustomEvent<{
    readonly messageId: string;
    readonly activityType: string;
    readonly content: Readonly<Record<string, unknown>>;
  }>;
  /** The backend began a step of its work. */
  "ag-ui-step-started": CustomEvent<{ readonly stepName: string } & OfSubagent>;
  /** It ended the step. */
  "ag-ui-step-finished": CustomEvent<{ readonly stepName: string } & OfSubagent>;
  /** The backend began to work through a subagent: what it says carries the `subagentRunId`. */
  "ag-ui-subagent-started": CustomEvent<{
    readonly subagentRunId: string;
    readonly name: string;
    readonly description?: string;
    readonly parentSubagentRunId?: string;
    /** The call that the subagent works for. */
    readonly parentToolCallId?: string;
    readonly parentMessageId?: string;
  }>;
  /** A subagent ended, or was suspended by interrupts. */
  "ag-ui-subagent-finished": CustomEvent<{
    readonly subagentRunId: string;
    readonly result?: unknown;
    readonly outcome?: SubagentFinishedOutcome;
  }>;
  /** A subagent failed. The run may go on. */
  "ag-ui-subagent-error": CustomEvent<{
    readonly subagentRunId: string;
    readonly message: string;
    readonly code?: string;
  }>;
  /** More is known of the agent's abilities: the page has set `capabilities`, or the agent has answered. */
  "ag-ui-capabilities-changed": CustomEvent<{ readonly capabilities: AgentCapabilities }>;
  /** What a run cost, by its end: an entry for each call of a model, or for each model, as the backend counts. */
  "ag-ui-usage": CustomEvent<{
    readonly threadId: string;
    readonly runId: string;
    readonly usage: readonly Readonly<TokenUsage>[];
  }>;
  /** An event came of a type that AG-UI does not have, as it was. It has no other effect. */
  "ag-ui-event": CustomEvent<{
    readonly type: string;
    readonly event: Readonly<Record<string, unknown>>;
  }>;
  /** The backend sent something of its own. */
  "ag-ui-custom": CustomEvent<{ readonly name: string; readonly value: unknown }>;
  /** The backend passed on an event of another system, `source`, as it was. */
  "ag-ui-raw": CustomEvent<{ readonly event: unknown; readonly source?: string }>;
  /** The model began to write a text message. */
  "ag-ui-text-start": CustomEvent<
    { readonly messageId: string; readonly role: TextMessageRole } & OfSubagent
  >;
  /** A piece of the text came; `buffer` is all of it so far. */
  "ag-ui-text-content": CustomEvent<{
    readonly messageId: string;
    readonly delta: string;
    readonly buffer: string;
  }>;
  /** The model ended the text: this is all of it. */
  "ag-ui-text-end": CustomEvent<{ readonly messageId: string; readonly content: string }>;
  /** The backend began a run: once per run. One loop may take several: each answers the tools of the one before. */
  "ag-ui-run-started": CustomEvent<{
    readonly threadId: string;
    readonly runId: string;
    /** Only there when the server keeps the run: see `reattach()`. */
    readonly isResumable?: true;
  }>;
  /**
   * The stream of a run broke; an attempt to take it up again follows after `delay`, in milliseconds. `attempt` counts
   * from 1.
   */
  "ag-ui-reconnecting": CustomEvent<{
    readonly threadId: string;
    readonly runId: string;
    readonly attempt: number;
    readonly delay: number;
  }>;
  /** The stream of a run was taken up again: the events that are missing follow. */
  "ag-ui-reconnected": CustomEvent<{
    readonly threadId: string;
    readonly runId: string;
    readonly attempt: number;
  }>;
  /** The loop failed. */
  "ag-ui-run-failed": CustomEvent<{ readonly threadId: string; readonly error: RunError }>;
  /** The loop has ended, tools included, however it ended: once per loop. `outcome` is that of `sendMessage()`. */
  "ag-ui-run-finalized": CustomEvent<{
    readonly threadId: string;
    readonly outcome: "finished" | "interrupted" | "aborted" | "failed";
  }>;
  /** The model began to reason. Several pieces of reasoning may be under way at once: `messageId` tells them apart. */
  "ag-ui-reasoning-start": CustomEvent<{ readonly messageId: string } & OfSubagent>;
  /** A piece of the reasoning came; `buffer` is all of it so far. */
  "ag-ui-reasoning-content": CustomEvent<{
    readonly messageId: string;
    readonly delta: string;
    readonly buffer: string;
  }>;
  /** The model ended a piece of reasoning: this is all of it. */
  "ag-ui-reasoning-end": CustomEvent<{ readonly messageId: string; readonly content: string }>;
  /** The backend waits for the page's answer: see `resume()`. */
  "ag-ui-interrupt": CustomEvent<{ readonly interrupts: readonly Interrupt[] }>;
  /** The thread that was restored has open calls; dispatched with `open-calls="offer"`. See `settleOpenCalls()`. */
  "ag-ui-open-calls": CustomEvent<{ readonly calls: readonly OpenCall[] }>;
  /** The model began to write a call. */
  "ag-ui-tool-call-start": CustomEvent<ToolCallDetail & { readonly arguments: CallArguments }>;
  /**
   * A piece of the call's argument text came; `buffer` is all of it so far, and `partialArgs` what it says so far: an
   * object that grows in place, made when somebody looks.
   */
  "ag-ui-tool-call-args": CustomEvent<
    ToolCallDetail & {
      readonly delta: string;
      readonly buffer: string;
      readonly partialArgs: Record<string, unknown>;
    }
  >;
  /**
   * The arguments are no JSON (`syntax`), or can't match the tool's schema any more (`schema`): once per call, while the
   * model still writes. A page may `abort()`; otherwise the call is answered with what is wrong when the run has ended.
   */
  "ag-ui-tool-call-invalid": CustomEvent<
    ToolCallDetail & { readonly reason: "syntax" | "schema"; readonly message: string }
  >;
  /** A call waits for a person's approval: see `respondToApproval()`. */
  "ag-ui-approval-request": CustomEvent<ApprovalRequest>;
  /** A call waits no more: it was answered, or withdrawn by an abort, another thread, or a change of the tool. */
  "ag-ui-approval-settled": CustomEvent<
    Pick<ApprovalRequest, "approvalId" | keyof ToolCallDetail> & {
      readonly outcome: "approved" | "declined" | "withdrawn";
    }
  >;
  /** The call was answered with a result: its tool was run, or the backend answered it itself. */
  "ag-ui-tool-call-end": CustomEvent<
    ToolCallDetail & {
      readonly toolCallArgs: Readonly<Record<string, unknown>>;
      readonly result: string;
      readonly execution?: ToolExecution;
      /** Only there when the page did not: nothing of the page was run for it. */
      readonly answeredBy?: "backend";
    }
  >;
  /** The call was answered with an error; or it was not run. */
  "ag-ui-tool-call-error": CustomEvent<
    ToolCallDetail & {
      readonly error: ToolError;
      readonly execution?: ToolExecution;
      /** Only there when the page did not. */
      readonly answeredBy?: "backend";
    }
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
