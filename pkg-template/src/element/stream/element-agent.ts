import {
  enforceOutgoingInput,
  HttpAgent,
  runHttpRequest,
  transformHttpEventStream,
} from "@ag-ui/client";
import type { RunAgentInput } from "@ag-ui/core";
import { yieldWhenLong } from "../scheduling/yield-to-page.js";
import { pacedResponse } from "./paced-response.js";
import type { Transport } from "./transport.js";
import { watchedRun } from "./watched-run.js";

/** How many messages are checked in one go. */
const some = 500;

/**
 * The agent that an element makes for its `url`: an `HttpAgent` that takes turns with the page. It reads no more than
 * the page has dealt with, and checks a long thread in pieces before it is sent: it takes 10 µs for each message.
 */
export function elementAgent(
  url: string,
  transport: Transport,
  threadId: string | undefined,
): HttpAgent {
  const agent = new HttpAgent({
    url,
    fetch: async (address, init) => {
      const response = await transport.fetch(address, init);
      return pacedResponse(response, () => watchedRun(agent)?.backlog());
    },
    ...(threadId !== undefined && { threadId }),
  });
  // No class of its own: a page that asks for the agent's gets the client's.
  agent.run = (input) => {
    const response = runHttpRequest(async () =>
      // biome-ignore lint/complexity/useLiteralKeys: it is for subclasses, and this stands for one
      agent.fetch(agent.url, agent["requestInit"](await checked(input))),
    );
    return transformHttpEventStream(response, agent.debugLogger);
  };
  return agent;
}

/** The input as it may be sent. Throws what `@ag-ui/client` says about one that may not. */
async function checked(input: RunAgentInput): Promise<RunAgentInput> {
  const { messages } = input;
  if (messages.length <= some) return enforceOutgoingInput(input);
  const rest = enforceOutgoingInput({ ...input, messages: [] });
  const parts: RunAgentInput["messages"][] = [];
  for (let at = 0; at < messages.length; at += some) {
    await yieldWhenLong(messages);
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
