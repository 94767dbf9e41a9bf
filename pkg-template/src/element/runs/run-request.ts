import type { RunAgentParameters } from "@ag-ui/client";
import type { ToolCallResultEvent } from "@ag-ui/core";
import type { StreamedCalls } from "../answers/streamed-calls.js";
import type { RunError } from "../errors/run-error.js";
import type { Emit } from "../events/event-map.js";
import type { HistoryChange } from "../events/history-change.js";
import type { RunLimits } from "../limits/limits.js";

/** How one run ended. */
export type RunOutcome =
  /** With success; `listed` are the calls that the backend said it left to the page: often none, whatever it left. */
  | { readonly type: "finished"; readonly listed: ReadonlySet<string> }
  | { readonly type: "interrupted" }
  | { readonly type: "aborted" }
  | { readonly type: "failed"; readonly error: RunError };

/** One run of an agent. */
export interface RunRequest {
  readonly runId: string;
  /** Whether the run goes on at the server already: it is followed from its first event, and not begun. */
  readonly isAttached?: boolean;
  /** Whether the server keeps the run. */
  isResumable(): boolean;
  readonly parameters: RunAgentParameters;
  readonly signal: AbortSignal;
  readonly emit: Emit;
  /** Reads what it writes into its calls. */
  readonly streamed: StreamedCalls;
  /** How many runs one stream may hold. */
  readonly maxRuns: number;
  /** What the backend has changed of what the page knew, since this was asked last. */
  takeChanges(): readonly HistoryChange[];
  /** The backend said which version of AG-UI it speaks, or nothing of it. */
  speaks(protocolVersion: string | undefined): void;
  /** The state is another now. */
  stateChanged(): void;
  /** The backend has answered a call itself. */
  answered(result: ToolCallResultEvent): void;
  /** How much it may ask of the page. */
  readonly limits: RunLimits;
}
