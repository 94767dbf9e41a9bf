import { HttpProblem } from "./http-problem.js";
import type { AgentHandler } from "./serve-agent.js";

/** What is needed of a request of Node's `http`. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** What is needed of a response of Node's `http`. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  writeHead(status: number, headers: Readonly<Record<string, string | string[]>>): unknown;
  flushHeaders(): void;
  write(chunk: Uint8Array): boolean;
  end(): unknown;
  destroy(): unknown;
  on(event: "close" | "drain", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "drain", listener: () => void): unknown;
}

/**
 * A handler for Node's `http.createServer`: no faster than the client reads, and over when the client goes.
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
    void answer(handler, { request, response, gone: gone.signal }).catch(() => response.destroy());
  };
}

interface Exchange {
  readonly request: NodeRequest;
  readonly response: NodeResponse;
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
}

async function answer(handler: AgentHandler, { request, response, gone }: Exchange): Promise<void> {
  const made = standardRequest(request, gone);
  const answered = made instanceof HttpProblem ? made.response(new Headers()) : await handler(made);
  if (gone.aborted) {
    await answered.body?.cancel();
    return;
  }
  response.writeHead(answered.status, headersOf(answered.headers));
  if (!answered.body) {
    response.end();
    return;
  }
  response.flushHeaders();
  await send(answered.body, response, gone);
}

function standardRequest(request: NodeRequest, signal: AbortSignal): Request | HttpProblem {
  const { method = "GET", url = "/" } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined) continue;
    for (const each of typeof value === "string" ? [value] : value) headers.append(name, each);
  }
  const isEmpty = method === "GET" || method === "HEAD";
  try {
    return new Request(address(url, headers.get("host")), {
      method,
      headers,
      signal,
      ...(!isEmpty && { body: bodyOf(request), duplex: "half" }),
    });
  } catch (cause) {
    // TRACE and CONNECT, which a Request can't be.
    return new HttpProblem(400, "bad_request", "This is no request for an agent.", { cause });
  }
}

/** Whatever a client says its host is. */
function address(url: string, host: string | null): URL {
  const path = url.startsWith("/") ? url : "/";
  const base = `http://${host ?? "localhost"}`;
  return new URL(path.replace(/^\/+/, "/"), URL.canParse(base) ? base : "http://localhost");
}

/** The body, read no faster than it is taken. */
function bodyOf(request: NodeRequest): ReadableStream<Uint8Array> {
  let isOver = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        request.on("data", (chunk) => {
          if (isOver) return;
          request.pause();
          controller.enqueue(new Uint8Array(chunk));
        });
        request.on("end", () => {
          if (isOver) return;
          isOver = true;
          controller.close();
        });
        const fail = (error: Error): void => {
          if (isOver) return;
          isOver = true;
          controller.error(error);
        };
        request.on("error", fail);
        request.on("close", () => fail(new Error("The client has gone.")));
        request.pause();
      },
      pull() {
        request.resume();
      },
      cancel() {
        isOver = true;
        // What is still sent is read and thrown away, so that the client gets to read the answer.
        request.resume();
      },
    },
    { highWaterMark: 0 },
  );
}

function headersOf(headers: Headers): Record<string, string | string[]> {
  const cookies = headers.getSetCookie();
  const all: Record<string, string | string[]> = Object.fromEntries(headers);
  if (cookies.length > 0) all["set-cookie"] = cookies;
  return all;
}

async function send(
  body: ReadableStream<Uint8Array>,
  response: NodeResponse,
  gone: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  const stop = (): void => void reader.cancel().catch(() => {});
  gone.addEventListener("abort", stop, { once: true });
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (gone.aborted) return;
    if (!response.write(next.value)) await drained(response, gone);
  }
  if (!gone.aborted) response.end();
}

function drained(response: NodeResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      response.off("drain", end);
      gone.removeEventListener("abort", end);
      resolve();
    };
    response.on("drain", end);
    gone.addEventListener("abort", end, { once: true });
  });
}
