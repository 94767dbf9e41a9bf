import type { EventWriter } from "./event-writer.js";
import { readBytes } from "./read-body.js";

/** A request as an endpoint needs it: a standard one, or one of Node's own, of which most requests need no more. */
export interface Asked {
  readonly method: string;
  /** The address, or its path with the query. */
  readonly url: string;
  header(name: string): string | undefined;
  /**
   * The body.
   *
   * @throws {HttpProblem} 413 when it is larger than `most` bytes, 400 when it breaks off.
   */
  bytes(most: number): Promise<Uint8Array>;
  /** The request for rules of the server's author. */
  standard(): Request;
  /** Aborted when the client has gone, as far as the platform reports it. */
  readonly gone: AbortController;
}

/** A run that begins: how it is written, and what. */
export interface RunAnswer {
  readonly headers: Headers;
  readonly writer: EventWriter<unknown>;
  /** The values that the writer takes. */
  readonly events: AsyncGenerator<readonly unknown[], void, undefined>;
  /** The longest silence, in milliseconds. */
  readonly heartbeat: number | false;
  /** Receives what only the server may know. */
  readonly tell: (thrown: unknown) => void;
}

/** A standard request, whose body is read once. */
export function askedBy(request: Request): Asked {
  const gone = new AbortController();
  const abort = (): void => gone.abort();
  if (request.signal.aborted) abort();
  else request.signal.addEventListener("abort", abort, { once: true, signal: gone.signal });
  return {
    method: request.method,
    url: request.url,
    header: (name) => request.headers.get(name) ?? undefined,
    bytes: (most) => readBytes(request, most),
    standard: () => request,
    gone,
  };
}
