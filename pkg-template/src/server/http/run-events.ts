import type { AGUIEvent, RunAgentInput } from "@ag-ui/core";
import type { PublicFailure } from "../../errors/public-failure.js";
import type { Reasoner } from "../reasoner-event.js";
import type { AgentExecuteRequest } from "../requests.js";
import { AgUiRun } from "./ag-ui-run.js";

/** What a run needs. */
export interface RunSetup {
  readonly reasoner: Reasoner;
  readonly input: RunAgentInput;
  readonly request: AgentExecuteRequest;
  readonly signal: AbortSignal;
  /** Hears what the reasoner throws, and gives what the client reads of it. */
  readonly tell: (thrown: unknown) => PublicFailure;
}

/**
 * The events of a run, from its start to its end, whatever the reasoner does: those that one event of the reasoner becomes come together.
 * Never throws.
 */
export async function* runEvents(
  setup: RunSetup,
): AsyncGenerator<readonly AGUIEvent[], void, undefined> {
  const { reasoner, input, request, signal, tell } = setup;
  const run = new AgUiRun(input);
  let fault: PublicFailure = { code: "internal", message: "The agent came to no end." };
  yield run.start();
  try {
    // A client has nothing to run for a tool of the server that has failed: the model reads why.
    const events = reasoner.run(request, { signal, continueAfterFailure: true });
    for await (const event of events) {
      const said = run.of(event);
      if (said.length > 0) yield said;
    }
  } catch (thrown) {
    fault = tell(thrown);
  }
  if (!run.isOver) yield run.fail(fault.message, fault.code);
}
