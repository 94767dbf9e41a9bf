import { isObject } from "../../codec/safe-read.js";
import type { Asked } from "./asked.js";
import { HttpProblem } from "./http-problem.js";
import { BodyBytes, brokenBody } from "./read-body.js";

/** The part of a request of Node's `http` that is used. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Whether somebody has read the body to its end already. */
  readonly readableEnded?: boolean;
  /** The body as a body parser made it, such as `express.json()`. It counts if the body has been read already. */
  readonly body?: unknown;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
}

/** The part of Node's request that an endpoint needs. */
export function askedOfNode(request: NodeRequest, gone: AbortController, rest: Rest): Asked {
  return {
    method: request.method ?? "GET",
    url: address(request.url ?? "/", null).href,
    header: (name) => {
      const value = request.headers[name];
      return value === undefined || typeof value === "string" ? value : value.join(", ");
    },
    bytes: (most) => bytesOf(request, most, rest),
    standard: () => {
      const headers = headersOf(request);
      const init = { method: request.method ?? "GET", headers, signal: gone.signal, body: "" };
      const made = new Request(address(request.url ?? "/", headers.get("host")), init);
      // Its body has been read, as that of any request by then.
      void made.text();
      return made;
    },
    gone,
  };
}

async function bytesOf(request: NodeRequest, most: number, rest: Rest): Promise<Uint8Array> {
  const body = new BodyBytes(most, Number(request.headers["content-length"]));
  if (request.readableEnded) {
    const parsed = parsedBody(request);
    const whole = new BodyBytes(most, 0);
    whole.add(typeof parsed === "string" ? new TextEncoder().encode(parsed) : parsed);
    return whole.whole();
  }
  body.check();
  await new Promise<void>((resolve, reject) => {
    request.on("data", (chunk) => {
      if (rest.isDiscarded) return;
      try {
        body.add(chunk);
      } catch (thrown) {
        rest.discard();
        reject(thrown);
      }
    });
    let isWhole = false;
    request.on("end", () => {
      isWhole = true;
      resolve();
    });
    request.on("error", (error) => reject(brokenBody(error)));
    request.on("close", () => {
      if (!isWhole) reject(brokenBody(new Error("The client has gone.")));
    });
  });
  return body.whole();
}

/** A request of Node's as a standard one. @param signal aborted when the client has gone. */
export function standardRequest(
  request: NodeRequest,
  signal: AbortSignal,
  rest: Rest,
): Request | HttpProblem {
  const { method = "GET", url = "/" } = request;
  const headers = headersOf(request);
  const isEmpty = method === "GET" || method === "HEAD";
  try {
    const body = isEmpty ? undefined : bodyOf(request, headers, rest);
    const init = { method, headers, signal, ...(body !== undefined && { body, duplex: "half" }) };
    return new Request(address(url, headers.get("host")), init as RequestInit);
  } catch (cause) {
    if (cause instanceof HttpProblem) return cause;
    // TRACE and CONNECT, which a Request can't be.
    const message = "This is no request for an agent.";
    return new HttpProblem(400, "bad_request", message, { cause });
  }
}

function headersOf({ headers: given }: NodeRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    // Those of HTTP/2 that are no headers begin with a colon.
    if (value === undefined || name.startsWith(":")) continue;
    for (const each of typeof value === "string" ? [value] : value) headers.append(name, each);
  }
  return headers;
}

/** Whatever a client says its host is. */
function address(url: string, host: string | null): URL {
  const path = url.startsWith("/") ? url : "/";
  const base = `http://${host ?? "localhost"}`;
  return new URL(path.replace(/^\/+/, "/"), URL.canParse(base) ? base : "http://localhost");
}

type Body = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string;

/** @throws {HttpProblem} when the body is gone. */
function bodyOf(request: NodeRequest, headers: Headers, rest: Rest): Body {
  // A parser that takes another type of body leaves this one unread, and may leave an empty object all the same.
  if (!request.readableEnded) return unread(request, rest);
  // They tell of the body as it came: it may have been compressed.
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) {
    headers.delete(name);
  }
  return parsedBody(request);
}

/** The body as a parser made it. @throws {HttpProblem} when it is gone. */
function parsedBody({ body }: NodeRequest): Uint8Array<ArrayBuffer> | string {
  if (body === undefined || body === null || typeof body === "function") throw alreadyRead();
  if (typeof body === "string") return body;
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  }
  return isObject(body) ? JSON.stringify(body) : String(body);
}

function alreadyRead(): HttpProblem {
  const message =
    "The request's body was read before nodeListener() got it, and `request.body` is not set. " +
    "Mount nodeListener() before what reads the body, or set `request.body` to what was read.";
  return new HttpProblem(500, "body_already_read", message);
}

/** The body, read no faster than it is taken. */
function unread(request: NodeRequest, rest: Rest): ReadableStream<Uint8Array> {
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
        rest.onDiscard = () => fail(new Error("The request has been answered."));
        request.pause();
      },
      pull() {
        request.resume();
      },
      cancel() {
        isOver = true;
        rest.discard();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Bytes of a body that are read for nothing. */
const MOST_DISCARDED = 67_108_864;

/**
 * What is left of a request's body when that has been answered. It is read and thrown away: a connection that is closed while its
 * client still sends is reset, and the client then loses the answer. A client that sends without end is cut off all the same.
 */
export class Rest {
  readonly #request: NodeRequest;
  /** Lets go of the body, if somebody reads it. */
  onDiscard: () => void = () => {};
  isDiscarded = false;

  constructor(request: NodeRequest) {
    this.#request = request;
  }

  discard(): void {
    const request = this.#request;
    if (this.isDiscarded || request.readableEnded) return;
    this.isDiscarded = true;
    this.onDiscard();
    let left = MOST_DISCARDED;
    request.on("data", (chunk) => {
      left -= chunk.byteLength;
      if (left < 0) request.destroy();
    });
    request.resume();
  }
}
