/**
 * An answer of which no single message is longer than `most` bytes: its body fails there. Of a stream of events each is a
 * message, and all of them together have no bound.
 */
export function boundedResponse(response: Response, most: number): Response {
  const { body, status, statusText, headers } = response;
  if (!body) return response;
  const isStream = /^text\/event-stream\b/i.test(headers.get("content-type") ?? "");
  const bounded = body.pipeThrough(new TransformStream(new Counter(most, isStream)));
  return new Response(bounded, { status, statusText, headers });
}

const lineFeed = 10;
const carriageReturn = 13;

class Counter implements Transformer<Uint8Array, Uint8Array> {
  readonly #most: number;
  readonly #isStream: boolean;
  #count = 0;
  #isLineEmpty = true;

  constructor(most: number, isStream: boolean) {
    this.#most = most;
    this.#isStream = isStream;
  }

  transform(chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void {
    if (this.#isStream) this.#countEvents(chunk);
    else this.#count += chunk.byteLength;
    if (this.#count > this.#most) {
      controller.error(
        new Error(`A message of the MCP server is longer than maxMessageBytes (${this.#most}).`),
      );
    } else controller.enqueue(chunk);
  }

  /** An event ends with an empty line. */
  #countEvents(chunk: Uint8Array): void {
    for (const byte of chunk) {
      this.#count += 1;
      if (this.#count > this.#most) return;
      if (byte === lineFeed) {
        if (this.#isLineEmpty) this.#count = 0;
        this.#isLineEmpty = true;
      } else if (byte !== carriageReturn) this.#isLineEmpty = false;
    }
  }
}
