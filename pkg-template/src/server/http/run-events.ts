import type { AGUIEvent, RunAgentInput } from "@ag-ui/core";
import type { Reasoner } from "../reasoner-event.js";
import type { AgentExecuteRequest } from "../requests.js";
import { AgUiRun } from "./ag-ui-run.js";

/** What a run needs. */
export interface RunSetup {
  readonly reasoner: Reasoner;
  readonly input: RunAgentInput;
  readonly request: AgentExecuteRequest;
  readonly signal: AbortSignal;
  /** Hears what the reasoner throws. */
  readonly tell: (thrown: unknown) => void;
}

/** The events of a run, from its start to its end, whatever the reasoner does. Never throws. */
export async function* runEvents(setup: RunSetup): AsyncGenerator<AGUIEvent, void, undefined> {
  const { reasoner, input, request, signal, tell } = setup;
  const run = new AgUiRun(input);
  yield run.start();
  try {
    // A client has nothing to run for a tool of the server that has failed: the model reads why.
    const events = reasoner.run(request, { signal, continueAfterFailure: true });
    for await (const event of events) yield* run.of(event);
  } catch (thrown) {
    tell(thrown);
    yield* run.fail("The agent ran into an unexpected error.", "internal");
  }
  yield* run.fail("The agent came to no end.", "internal");
}
