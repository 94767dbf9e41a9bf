import { addressOf, fetchFault } from "../../codec/address.js";
import { RunError } from "../errors/run-error.js";
import { DEFAULT_LIMITS } from "../limits/limits.js";
import { BinaryStreamNormalizer } from "./binary-stream.js";
import { EventStreamNormalizer } from "./event-stream.js";
import { eventsOf, isBinary } from "./response.js";

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * The `fetch` that an `HttpAgent` is given: says clearly what is wrong with a response that is no event stream, and
 * keeps the faults of a connection from reaching the client as rejections nobody handles.
 */
export class Transport {
  /** Why the connection broke while events came. The client itself only sees the stream end. */
  broken: RunError | undefined;
  #rules: StreamRules = { eventSize: DEFAULT_LIMITS.eventSize, touch: () => {} };

  /** A run begins: by these rules its stream is read. */
  begin(rules: StreamRules): void {
    this.broken = undefined;
    this.#rules = rules;
  }

  readonly fetch: Fetch = async (url, init) => {
    this.broken = undefined;
    const response = await reach(url, init);
    const events = await eventsOf(url, response);
    const { eventSize, touch } = this.#rules;
    const frames = isBinary(response)
      ? new BinaryStreamNormalizer(eventSize)
      : new EventStreamNormalizer(eventSize);
    const signal = init.signal ?? undefined;
    return new Response(this.#stream(events, { frames, touch, signal }), response);
  };

  /**
   * The events of a response, never as a stream that errors: `@ag-ui/client` 1.0 cancels its reader when a run
   * ends, and a cancelled reader of an errored stream rejects with nobody to handle it.
   */
  #stream(
    events: ReadableStream<Uint8Array<ArrayBuffer>>,
    { frames, touch, signal }: Reading,
  ): ReadableStream<Uint8Array<ArrayBuffer>> {
    const reader = events.getReader();
    return new ReadableStream({
      pull: async (controller) => {
        try {
          for (;;) {
            const { done, value } = await reader.read();
            touch();
            const complete = done ? frames.end() : frames.push(value);
            if (complete.length > 0) controller.enqueue(complete);
            if (frames.fault) throw frames.fault;
            if (done) return controller.close();
            if (complete.length > 0) return;
          }
        } catch (cause) {
          if (!signal?.aborted) this.broken = asBroken(cause);
          controller.close();
          reader.cancel().catch(() => {});
        }
      },
      cancel: () => {
        reader.cancel().catch(() => {});
      },
    });
  }
}

/** What a run says of the stream that it is read from. */
export interface StreamRules {
  /** How long an event may be: characters, or bytes of a binary one. */
  readonly eventSize: number;
  /** Bytes have come. */
  touch(): void;
}

interface Reading {
  readonly frames: Frames;
  readonly touch: () => void;
  readonly signal: AbortSignal | undefined;
}

function asBroken(cause: unknown): RunError {
  if (cause instanceof RunError) return cause;
  const message = "The connection to the agent broke before the run was over.";
  return new RunError("network", message, { cause });
}

/** Makes frames that the client can read of the bytes that came. */
interface Frames {
  /** Why no more is to be read. */
  readonly fault: RunError | undefined;
  push(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  end(): Uint8Array<ArrayBuffer>;
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    const message =
      `The agent at ${addressOf(url)} could not be reached. Check that it runs, ` +
      "and that it allows requests from this page (CORS).";
    throw new RunError("network", message, { cause: fetchFault(url, cause) });
  }
}
