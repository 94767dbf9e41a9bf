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
  loading ??= load();
  const { askerBy, nobody } = await loading;
  const chosen = typeof given === "function" ? askerBy(given) : given?.[askerOf];
  return (executionId) => chosen ?? originOf(executionId)?.asker ?? nobody;
}

/** One promise for all calls: several imports at once may settle in any order, and the calls of a batch begin in theirs. */
let loading: ReturnType<typeof load> | undefined;

async function load() {
  try {
    const [{ askerBy }, { nobody }] = await Promise.all([
      import("../../element/answers/asked-page.js"),
      import("../../element/answers/nobody.js"),
    ]);
    return { askerBy, nobody };
  } catch (thrown) {
    // The next call tries again.
    loading = undefined;
    throw thrown;
  }
}
