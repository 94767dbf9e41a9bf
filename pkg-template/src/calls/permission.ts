import { describe } from "../codec/describe.js";
import { truncate, wellFormed } from "../codec/truncate.js";
import { permanent } from "../errors/not-run.js";
import type { CallArguments } from "../execution/arguments.js";
import type { CheckedArguments } from "../execution/checked-arguments.js";
import type { ToolError } from "../execution/types.js";
import type { RegisteredTool } from "../tools/types.js";

/** The maximum length of a person's reason for the model, in UTF-16 units. */
const longestReason = 10_000;

/** The decision on a call. */
export type Permission =
  /** With these arguments. No person is asked about invalid arguments: running them fails as it always does. */
  | {
      readonly may: "run";
      readonly args: CallArguments | CheckedArguments;
      /** The arguments, when the person changed them. */
      readonly edited?: Readonly<Record<string, unknown>>;
    }
  | { readonly may: "not run"; readonly error: ToolError };

/** The request was withdrawn before a decision. */
export function withdrawn(): Permission {
  const message = "The call was cancelled before the user had decided whether it may run.";
  return notRun({ category: "cancelled", message, retryable: false });
}

/** The tool is not the one that the model called. */
export function changed(tool: RegisteredTool): Permission {
  const message = `The tool "${tool.name}" was removed or replaced before the user had decided whether it may run.`;
  return notRun(permanent("tool_changed", message));
}

/** A person declined. */
export function declined(reason: string | undefined): Permission {
  const why = reason?.trim() ? ` Their reason: ${excerpt(reason.trim())}` : "";
  const message = `The user declined: the tool was not run.${why}`;
  return notRun(permanent("declined", message));
}

/** It needs a person's approval, and there is no person to ask. */
export function nobodyToAsk(tool: RegisteredTool): Permission {
  const message = `The tool "${tool.name}" was not run: it needs the user's approval, and the user can't be asked from here.`;
  return notRun(permanent("approval_needed", message));
}

/** For an answer to no request. */
export function nothingWaits(id: string): Error {
  return new Error(
    `<ag-ui-agent>: no approval waits for the call ${quoted(id)}: it is unknown, was answered already, or was withdrawn.`,
  );
}

/** For an answer by an id that several requests have. */
export function ambiguous(toolCallId: string, approvalIds: readonly string[]): Error {
  const which = approvalIds.map(quoted).join(", ");
  return new Error(
    `<ag-ui-agent>: several approvals wait for a call with the id ${quoted(toolCallId)}, and nothing was done. ` +
      `Answer each by its approvalId: ${which}.`,
  );
}

function quoted(id: string): string {
  return JSON.stringify(describe(id));
}

function notRun(error: ToolError): Permission {
  return { may: "not run", error };
}

function excerpt(reason: string): string {
  return wellFormed(truncate(reason, longestReason));
}
