import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

type Body = Record<string, unknown>;

/** An API that checks each request and gives the answers it was told, in order: an object as JSON, text as an event stream. */
export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  /** The bodies of the requests. */
  readonly requests: Body[];
}

/** Starts one. A request that breaks a rule is answered with 400 and what is wrong, as the API would. */
export async function modelServer(
  faultsOf: (headers: IncomingHttpHeaders, body: Body) => string[],
  answers: readonly (object | string)[],
): Promise<ModelServer> {
  const requests: Body[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    const body = JSON.parse(text) as Body;
    const faults = faultsOf(request.headers, body);
    if (faults.length > 0) {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: faults.join("; ") } }));
      return;
    }
    const answer = answers[requests.length];
    requests.push(body);
    const type = typeof answer === "string" ? "text/event-stream" : "application/json";
    response.writeHead(200, { "content-type": type });
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A `fetch` that gives a text as an event stream in two pieces, cut at a byte. */
export function cutStream(text: string, at: number): typeof fetch {
  const bytes = new TextEncoder().encode(text);
  return async () =>
    new Response(
      new ReadableStream({
        start(controller) {
          if (at > 0) controller.enqueue(bytes.slice(0, at));
          if (at < bytes.length) controller.enqueue(bytes.slice(at));
          controller.close();
        },
      }),
      { headers: { "content-type": "text/event-stream" } },
    );
}
