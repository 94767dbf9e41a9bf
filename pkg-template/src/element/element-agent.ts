import {
  enforceOutgoingInput,
  HttpAgent,
  runHttpRequest,
  transformHttpEventStream,
} from "@ag-ui/client";
import type { BaseEvent, RunAgentInput } from "@ag-ui/core";
import type { Observable } from "rxjs";
import { pacedResponse } from "./paced-response.js";
import { turnWhenLong } from "./page-turn.js";
import type { Transport } from "./transport.js";
import { watchedRun } from "./watched-run.js";

/** How many messages are checked in one go. */
const some = 500;

/** The agent that an element makes for its `url`: an `HttpAgent` that takes turns with the page. */
export class ElementAgent extends HttpAgent {
  constructor(url: string, transport: Transport, threadId: string | undefined) {
    super({
      url,
      fetch: async (url, init) => {
        const response = await transport.fetch(url, init);
        return pacedResponse(response, () => watchedRun(this)?.backlog());
      },
      ...(threadId !== undefined && { threadId }),
    });
  }

  /** What `HttpAgent` does, but for the check of a long thread, which takes it 10 µs for each message. */
  override run(input: RunAgentInput): Observable<BaseEvent> {
    const response = runHttpRequest(async () =>
      this.fetch(this.url, this.requestInit(await checked(input))),
    );
    return transformHttpEventStream(response, this.debugLogger);
  }
}

/** The input as it may be sent. Throws what `@ag-ui/client` says about one that may not. */
async function checked(input: RunAgentInput): Promise<RunAgentInput> {
  const { messages } = input;
  if (messages.length <= some) return enforceOutgoingInput(input);
  const rest = enforceOutgoingInput({ ...input, messages: [] });
  const parts: RunAgentInput["messages"][] = [];
  for (let at = 0; at < messages.length; at += some) {
    await turnWhenLong(messages);
    parts.push(checkedPart(input, at));
  }
  return { ...rest, messages: parts.flat() };
}

/** The rest of the input is checked once. */
const nothing = { tools: [], context: [], state: {}, forwardedProps: {} };

function checkedPart(input: RunAgentInput, at: number): RunAgentInput["messages"] {
  const messages = input.messages.slice(at, at + some);
  try {
    return enforceOutgoingInput({ ...input, ...nothing, messages }).messages;
  } catch {
    // It says at which place of the whole list the fault is.
    return enforceOutgoingInput(input).messages.slice(at, at + some);
  }
}
