import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** Serves a function from a standard `Request` to its `Response` over HTTP. */
export class HttpHost {
  /** Answers; set it before the first request. */
  answer: (request: Request) => Promise<Response> | Response = () =>
    new Response(null, { status: 404 });
  /** Every connection that is open. */
  readonly responses = new Set<ServerResponse>();
  #server: Server | undefined;
  #port = 0;

  static async start(): Promise<HttpHost> {
    const host = new HttpHost();
    const server = createServer((request, response) => void host.#serve(request, response));
    host.#server = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (typeof address === "object" && address !== null) host.#port = address.port;
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/a2a`;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Breaks off every answer under way. */
  breakOff(): void {
    for (const response of this.responses) response.destroy();
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => this.#server?.close(() => resolve()));
  }

  #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.responses.add(outgoing);
    outgoing.once("close", () => this.responses.delete(outgoing));
    return answerBy(this.answer, incoming, outgoing, this.origin);
  }
}

/** Answers one of Node's requests by a function from a standard `Request` to its `Response`. */
export async function answerBy(
  answer: (request: Request) => Promise<Response> | Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
): Promise<void> {
  const { method = "GET", url = "/" } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  const request = new Request(new URL(url, origin), {
    method,
    headers: incoming.headers as Record<string, string>,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" }),
  } as RequestInit);
  const response = await answer(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  if (!response.body) return void outgoing.end();
  const reader = response.body.getReader();
  outgoing.once("close", () => void reader.cancel().catch(() => {}));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      outgoing.write(value);
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}
