import type { CallArguments } from "../execution/arguments.js";
import { CheckedArguments } from "../execution/checked-arguments.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import { aborted, race } from "../execution/race.js";
import { mayAsk } from "../tools/approval.js";
import type { RegisteredTool, ToolPreflight } from "../tools/types.js";
import { isAsked } from "./approval-rule.js";
import type { CallableTools } from "./callable-tools.js";
import { changed, type Permission, withdrawn } from "./permission.js";

/** A call that is to run, if a person approves. */
export interface ApprovalOrder {
  readonly tool: RegisteredTool;
  /** The id the backend gave the call: others may have it as well. */
  readonly toolCallId: string;
  /** Its arguments: as a reader has read them from a stream, or their text. */
  readonly args: CallArguments | CheckedArguments;
  /** The manager that runs the tool. */
  readonly manager: ToolExecutionManager;
  /** The registry of the tool: one that is removed or replaced meanwhile is not run. */
  readonly registry: Omit<CallableTools, "loaded" | "runsOnServer">;
  /** Withdraws the request when aborted. */
  readonly signal: AbortSignal;
  /** The name of the agent that called it, if that is not the page's own. */
  readonly askedBy?: string | undefined;
  /** The server's mark, if it has prepared the call. */
  readonly preflight?: ToolPreflight;
  /** The call may have run before the page was closed: a person is asked whatever the tool's rule is. */
  readonly mayHaveRun?: true;
}

/** Decides whether a call may run, if need be by asking a person. */
export interface Approver {
  /** Whether it is to be asked about calls whose tools need no approval, too. */
  readonly asksAlways?: boolean;
  /** Never rejects. */
  request(order: ApprovalOrder): Promise<Permission>;
}

/** A call that needs a question, or the decision without one. */
export type Question =
  | Permission
  | { readonly may: "be asked"; readonly checked: CheckedArguments };

/**
 * Returns whether a person is to be asked about a call: if its arguments are valid, and its tool's rule requires it.
 * Never rejects.
 */
export async function questionOf(order: ApprovalOrder): Promise<Question> {
  const { tool, args, manager, signal, mayHaveRun = false } = order;
  if (!mayAsk(tool) && !mayHaveRun) return { may: "run", args };
  const isChecked = args instanceof CheckedArguments;
  const checked = isChecked ? args : await race(manager.check(tool, args), { signal });
  if (checked === aborted) return withdrawn();
  if (checked.error) return { may: "run", args: checked };
  const isAsking = mayHaveRun || (await race(isAsked(tool, checked.value), { signal }));
  if (isAsking === aborted) return withdrawn();
  if (!isCurrent(order)) return changed(tool);
  return isAsking ? { may: "be asked", checked } : { may: "run", args: checked };
}

/** Returns true while the tool is the one that the model was offered, and the person was shown. */
export function isCurrent({ registry, tool }: ApprovalOrder): boolean {
  try {
    return registry.get(tool.name) === tool;
  } catch {
    return false;
  }
}
