import type { Asker } from "../../element/answers/approval.js";
import type { AskPerson } from "../../element/answers/asked-page.js";
import { askerOf, originOf } from "../../element/answers/origin.js";

/** An `<ag-ui-agent>`: what is asked there reaches its person by `ag-ui-approval-request`. */
export interface AsksPerson {
  readonly [askerOf]: Asker;
}

/** Who is asked before a tool runs: the person of an `<ag-ui-agent>`, or whoever a function of the page asks. */
export type ApprovalOption = AsksPerson | AskPerson;

/**
 * Finds who is asked about what an execution calls: as the page says, else the person before whom the execution itself was
 * called, else nobody.
 */
export async function askers(
  given: ApprovalOption | undefined,
): Promise<(executionId: string) => Asker> {
  const { askerBy } = await import("../../element/answers/asked-page.js");
  const { nobody } = await import("../../element/answers/nobody.js");
  const chosen = typeof given === "function" ? askerBy(given) : given?.[askerOf];
  return (executionId) => chosen ?? originOf(executionId)?.asker ?? nobody;
}
