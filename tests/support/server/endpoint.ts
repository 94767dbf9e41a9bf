/** An agent over HTTP, in Node, as a user would serve one. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { RunAgentInput } from "@ag-ui/core";
import {
  type AgentExecuteResponse,
  type AgentHandler,
  nodeListener,
  type Reasoner,
  type ReasonerEvent,
} from "ag-ui-lit/server";

/** A reasoner that says what a test wants it to. */
export function scripted(run: Reasoner["run"]): Reasoner {
  return { run };
}

export function end(
  finish: AgentExecuteResponse["finish"] = "completed",
  rest: Partial<AgentExecuteResponse> = {},
): ReasonerEvent {
  const response = { finish, text: "", toolCalls: [], messages: [], iterations: 1, ...rest };
  return { type: "end", response };
}

export const input: RunAgentInput = {
  threadId: "thread-1",
  runId: "run-1",
  messages: [{ id: "message-1", role: "user", content: "Hello" }],
  tools: [],
  context: [],
};

/** A request as a client sends it. */
export function post(body: unknown = input, headers: Record<string, string> = {}): Request {
  return new Request("http://agent.test/", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** The events of an answer, and its comments. */
export async function eventsOf(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text();
  return text
    .split("\n\n")
    .filter((part) => part.startsWith("data: "))
    .map((part) => JSON.parse(part.slice("data: ".length)));
}

/** Serves a handler over HTTP while a test uses it. */
export async function served<T>(
  handler: AgentHandler,
  use: (url: string, server: Server) => Promise<T>,
): Promise<T> {
  const server = createServer(nodeListener(handler));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await use(`http://127.0.0.1:${port}/agent`, server);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
