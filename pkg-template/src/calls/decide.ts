import { categorizeError } from "../errors/categorize-error.js";
import type { CallOutcome } from "../execution/call-step.js";
import { mayAsk } from "../tools/approval.js";
import type { RegisteredTool } from "../tools/types.js";
import type { Approver } from "./approver.js";
import type { Call, OwnStep } from "./call.js";
import { partsOf } from "./origin.js";
import { readArguments } from "./read-arguments.js";

/**
 * Decides whether the call may run: by its origin's allowance, by a person if the tool needs approval, and by its
 * origin's rule. No person is asked about invalid arguments: the execution reports them.
 */
export const decide: OwnStep = async (call, next) => {
  const { tool, request } = call;
  if (!tool) return next();
  const { admit, approver, authorize } = partsOf(request.origin);
  const refused = admit?.(tool.name);
  if (refused) return call.refuse(refused);
  if (approver && (approver.asksAlways || mayAsk(tool))) {
    const declined = await ask(call, tool, approver);
    if (declined) return declined;
  }
  if (request.check || authorize) {
    try {
      call.checked = await readArguments(call, tool);
    } catch (thrown) {
      return { success: false, error: categorizeError(thrown, "execution") };
    }
  }
  const { checked } = call;
  if (authorize && checked && !checked.error) {
    const refusal = await authorize(tool, checked);
    if (refusal) return call.refuse(refusal);
  }
  return next();
};

/** Asks the approver. Returns the call's outcome if it must not run. */
async function ask(
  call: Call,
  tool: RegisteredTool,
  approver: Approver,
): Promise<CallOutcome | undefined> {
  const { preflight } = call;
  const { manager, signal, toolCallId, tools: registry } = call.request;
  const asked = { tool, toolCallId, args: call.args, manager, registry, signal };
  const permission = await approver.request({ ...asked, ...(preflight && { preflight }) });
  if (permission.may === "not run") return call.refuse(permission.error);
  call.args = permission.args;
  call.edited = permission.edited;
  return undefined;
}
