import { HttpProblem } from "./http-problem.js";
import { askedOfNode, type NodeRequest, Rest, standardRequest } from "./node-request.js";
import { type NodeResponse, send, writeHead } from "./node-response.js";
import { writeRun } from "./node-run.js";
import { type AgentHandler, endpointOf } from "./serve-agent.js";

/**
 * A handler for Node's `http.createServer`: no faster than the client reads, and over when the client goes. Also behind a framework that
 * has parsed the body, as `express.json()` does.
 *
 * @example
 * ```ts
 * createServer(nodeListener(serveAgent(reasoner))).listen(8080);
 * ```
 */
export function nodeListener(
  handler: AgentHandler,
): (request: NodeRequest, response: NodeResponse) => void {
  return (request, response) => {
    const gone = new AbortController();
    response.on("close", () => {
      if (!response.writableFinished) gone.abort();
    });
    // A broken connection is followed by "close"; without a listener it would end the server.
    response.on("error", () => gone.abort());
    request.on("error", () => gone.abort());
    void answer(handler, { request, response, gone }).catch(() => response.destroy());
  };
}

interface Exchange {
  readonly request: NodeRequest;
  readonly response: NodeResponse;
  /** Aborted when the client has gone. */
  readonly gone: AbortController;
}

async function answer(handler: AgentHandler, { request, response, gone }: Exchange): Promise<void> {
  const { signal } = gone;
  const rest = new Rest(request);
  // A run needs neither a standard request nor a standard response, which cost more than the run.
  const endpoint = request.method === "POST" ? endpointOf(handler) : undefined;
  const answered = endpoint
    ? await endpoint.answer(askedOfNode(request, gone, rest))
    : await standardAnswer(handler, request, signal, rest);
  // Not by `instanceof`: a handler may have a response of another realm, or of a library.
  if ("events" in answered) {
    writeHead(response, 200, answered.headers);
    return writeRun(answered, response, gone);
  }
  if (signal.aborted) {
    await answered.body?.cancel();
    return;
  }
  writeHead(response, answered.status, answered.headers);
  if (answered.body) {
    response.flushHeaders();
    await send(answered.body, response, signal);
  } else response.end();
  rest.discard();
}

async function standardAnswer(
  handler: AgentHandler,
  request: NodeRequest,
  signal: AbortSignal,
  rest: Rest,
): Promise<Response> {
  const made = standardRequest(request, signal, rest);
  return made instanceof HttpProblem ? made.response(new Headers()) : await handler(made);
}
