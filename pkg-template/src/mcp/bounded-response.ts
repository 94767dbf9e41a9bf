/** The limits of a server's answer. */
export interface ResponseBound {
  /** The maximum size of a message in bytes. */
  readonly most: number;
  /** Makes the JSON-RPC message that replaces a longer one. Without it the body fails there. */
  readonly instead?: string;
}

/**
 * An answer with a limit for each single message. In a stream of events each event is a message, and all of them
 * together have no limit. An answer with a longer message is not read to its end.
 */
export function boundedResponse(response: Response, bound: ResponseBound): Response {
  const { body, status, statusText, headers } = response;
  if (!body) return response;
  const isStream = /^text\/event-stream\b/i.test(headers.get("content-type") ?? "");
  const counter = isStream ? new EventCounter(bound) : new WholeCounter(bound);
  const bounded = body.pipeThrough(new TransformStream(counter));
  return new Response(bounded, { status, statusText, headers });
}

type Controller = TransformStreamDefaultController<Uint8Array>;

const lineFeed = 10;
const carriageReturn = 13;

/** A body that is one message: it is handed on when all of it is there. */
class WholeCounter implements Transformer<Uint8Array, Uint8Array> {
  readonly #bound: ResponseBound;
  #chunks: Uint8Array[] = [];
  #count = 0;

  constructor(bound: ResponseBound) {
    this.#bound = bound;
  }

  transform(chunk: Uint8Array, controller: Controller): void {
    this.#count += chunk.byteLength;
    this.#chunks.push(chunk);
    if (this.#count <= this.#bound.most) return;
    this.#chunks = [];
    end(controller, this.#bound, (message) => message);
  }

  flush(controller: Controller): void {
    for (const chunk of this.#chunks) controller.enqueue(chunk);
  }
}

class EventCounter implements Transformer<Uint8Array, Uint8Array> {
  readonly #bound: ResponseBound;
  #count = 0;
  #isLineEmpty = true;

  constructor(bound: ResponseBound) {
    this.#bound = bound;
  }

  transform(chunk: Uint8Array, controller: Controller): void {
    if (this.#isWithin(chunk)) controller.enqueue(chunk);
    // The event so far ends here, as an error.
    else end(controller, this.#bound, (message) => `\n\ndata: ${message}\n\n`);
  }

  /** An event ends with an empty line. */
  #isWithin(chunk: Uint8Array): boolean {
    for (const byte of chunk) {
      this.#count += 1;
      if (this.#count > this.#bound.most) return false;
      if (byte === lineFeed) {
        if (this.#isLineEmpty) this.#count = 0;
        this.#isLineEmpty = true;
      } else if (byte !== carriageReturn) this.#isLineEmpty = false;
    }
    return true;
  }
}

function end(
  controller: Controller,
  { most, instead }: ResponseBound,
  written: (message: string) => string,
): void {
  if (instead === undefined) {
    controller.error(new Error(`A message of the MCP server is longer than ${most} bytes.`));
    return;
  }
  controller.enqueue(new TextEncoder().encode(written(instead)));
  controller.terminate();
}
