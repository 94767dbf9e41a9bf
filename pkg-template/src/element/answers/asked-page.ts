import type { Approver } from "../../calls/approver.js";
import { messageOf } from "../../codec/describe.js";
import type { ApprovalRequest } from "../events/details.js";
import type { Emit } from "../events/event-map.js";
import { Approvals } from "./approval.js";
import type { ApprovalResponse } from "./approval-response.js";

/**
 * A page's function that asks a person about a call.
 *
 * @param request what the person is to see.
 * @param options its `signal` is aborted when nobody waits for the answer any more.
 */
export type AskPerson = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => ApprovalResponse | PromiseLike<ApprovalResponse>;

/** Asks by a function of the page. What is no answer, or one that can't be used, declines. */
export function askerBy(ask: AskPerson): Approver {
  const waiting = new Map<string, AbortController>();
  const decide = async (request: ApprovalRequest): Promise<void> => {
    const { approvalId } = request;
    const controller = new AbortController();
    waiting.set(approvalId, controller);
    try {
      await approvals.respond(approvalId, await ask(request, { signal: controller.signal }));
    } catch (thrown) {
      // Nobody waits for it any more.
      if (controller.signal.aborted) return;
      console.warn(
        `The approval of ${request.toolCallName} failed; it counts as declined.`,
        thrown,
      );
      const reason = `the page's answer can't be used: ${messageOf(thrown)}`;
      await approvals.respond(approvalId, { decision: "decline", reason }).catch(() => {});
    }
  };
  const emit: Emit = (type, detail) => {
    if (type === "ag-ui-approval-request") void decide(detail as ApprovalRequest);
    if (type !== "ag-ui-approval-settled") return;
    const { approvalId } = detail as { readonly approvalId: string };
    waiting.get(approvalId)?.abort();
    waiting.delete(approvalId);
  };
  const approvals = new Approvals(emit);
  return approvals;
}
