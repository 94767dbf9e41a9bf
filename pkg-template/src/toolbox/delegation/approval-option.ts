import type { Approver } from "../../calls/approver.js";
import { partsOf } from "../../calls/origin.js";
import { approverOf } from "../../element/answers/approver-of.js";
import type { AskPerson } from "../../element/answers/asked-page.js";
import { originOf } from "./contexts.js";

/** An `<ag-ui-agent>`: its questions reach its person by `ag-ui-approval-request`. */
export interface AsksPerson {
  readonly [approverOf]: Approver;
}

/** The approver of calls: the person of an `<ag-ui-agent>`, or a function of the page. */
export type ApprovalOption = AsksPerson | AskPerson;

/**
 * Finds the approver of calls that an execution makes: the page's choice, else the approver of the execution's own
 * call, else deny-all.
 */
export async function approvers(
  given: ApprovalOption | undefined,
): Promise<(executionId: string) => Approver> {
  loading ??= load();
  const { askerBy, denyAll } = await loading;
  const chosen = typeof given === "function" ? askerBy(given) : given?.[approverOf];
  return (executionId) => chosen ?? partsOf(originOf(executionId)).approver ?? denyAll;
}

/**
 * One promise for all calls, so that a batch's calls begin in order: several imports at once may settle in any order.
 */
let loading: ReturnType<typeof load> | undefined;

async function load() {
  try {
    const [{ askerBy }, { denyAll }] = await Promise.all([
      import("../../element/answers/asked-page.js"),
      import("../../calls/deny-all.js"),
    ]);
    return { askerBy, denyAll };
  } catch (thrown) {
    // The next call tries again.
    loading = undefined;
    throw thrown;
  }
}
