import type { CallArguments } from "../execution/arguments.js";
import type { CallOutcome } from "../execution/call-step.js";
import type { CheckedArguments } from "../execution/checked-arguments.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import type { ToolError } from "../execution/types.js";
import type { CallOrigin } from "../tools/call-origin.js";
import { executionModeOf } from "../tools/execution-mode.js";
import type { RegisteredTool, ToolPreflight } from "../tools/types.js";
import type { CallableTools } from "./callable-tools.js";
import type { CallPlace } from "./place.js";

/** The request of a call. */
export interface CallRequest {
  readonly toolName: string;
  /** The tool, where it is known already. */
  readonly tool?: RegisteredTool;
  readonly toolCallId: string;
  readonly args: CallArguments;
  /** Finds the tool, and notices when it is removed or replaced. */
  readonly tools: CallableTools;
  /** The place where the call is made. */
  readonly place: CallPlace;
  readonly manager: ToolExecutionManager;
  readonly origin: CallOrigin;
  readonly signal: AbortSignal;
  /** The mark of a server that has prepared the call. It is ignored for tools with another mode. */
  readonly preflight?: ToolPreflight | undefined;
  /** An error of the call itself, for which nothing of it is looked at: it is too long, for instance. */
  readonly fault?: ToolError | undefined;
  /** Checks the arguments before the tool runs. With it the result has the verdict: see `Call.checked`. */
  readonly check?: (tool: RegisteredTool, args: CallArguments) => Promise<CheckedArguments>;
  /** Whether the requester itself reports a call that is not run. Otherwise it is reported to the manager's log. */
  readonly reportsNotRun?: boolean;
}

/** The state of a call, with the findings of its steps so far. */
export class Call {
  readonly request: CallRequest;
  tool: RegisteredTool | undefined;
  /** The arguments to run it with. */
  args: CallArguments | CheckedArguments;
  /** The arguments as they were checked before the tool ran, if they were. */
  checked: CheckedArguments | undefined;
  /** The arguments as a person has changed them, if one did. */
  edited: Readonly<Record<string, unknown>> | undefined;
  /** The reason that the call may not run, in a message of this package. */
  refusal: ToolError | undefined;
  /** Whether it was executed. */
  hasBegun = false;

  constructor(request: CallRequest) {
    this.request = request;
    this.args = request.args;
    this.tool = request.tool;
  }

  /** The server's mark, for a tool whose calls a server prepares. */
  get preflight(): ToolPreflight | undefined {
    const isPrepared = this.tool && executionModeOf(this.tool) === "preflight";
    return isPrepared ? this.request.preflight : undefined;
  }

  /** The refusal, if its message is this package's alone: nothing in it is only for the server to know. */
  get ownRefusal(): ToolError | undefined {
    return this.refusal?.cause === undefined ? this.refusal : undefined;
  }

  /** Refuses it. */
  refuse(error: ToolError): CallOutcome {
    this.refusal = error;
    return { success: false, error };
  }
}

/** A step of this package on the way of a call. */
export type OwnStep = (call: Call, next: () => Promise<CallOutcome>) => Promise<CallOutcome>;
