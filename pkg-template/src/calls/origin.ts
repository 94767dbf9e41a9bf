import type { ToolError } from "../errors/tool-error.js";
import * as execution from "../execution/call-origin.js";
import type { CallSteps } from "../execution/call-steps.js";
import type { CheckedArguments } from "../execution/checked-arguments.js";
import type { CallOrigin } from "../tools/call-origin.js";
import type { RegisteredTool } from "../tools/types.js";
import type { Approver } from "./approver.js";

/**
 * The parts of an origin that determine a call's path. A tool that makes calls passes them on, so that it can't bypass
 * a rule.
 */
export interface OriginParts extends execution.ExecutionParts {
  /** Decides about calls that need a person's approval. */
  readonly approver?: Approver | undefined;
  /** The page's steps of the call, besides those of its manager. */
  readonly steps?: CallSteps | undefined;
  /** Counts one more call of a tool, and returns why it must not be made, if so. Without it any call may be. */
  readonly admit?: ((toolName: string) => ToolError | undefined) | undefined;
  /**
   * Decides by a rule of the server whether a call with valid arguments may run; resolves to its refusal. Never
   * rejects.
   */
  readonly authorize?:
    | ((tool: RegisteredTool, checked: CheckedArguments) => Promise<ToolError | undefined>)
    | undefined;
}

/** Makes an origin. A log or a copy shows its public fields alone. */
export function originWith(shown: CallOrigin, own: OriginParts): CallOrigin {
  return execution.originWith(shown, own);
}

/** The parts of an origin; none of one that a page has made up. */
export function partsOf(origin: CallOrigin): OriginParts {
  return execution.partsOf(origin);
}
