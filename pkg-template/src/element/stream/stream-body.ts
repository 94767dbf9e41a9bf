import { RunError, truncated } from "../errors/run-error.js";
import type { Reconnection } from "./reconnection.js";
import type { StreamPosition } from "./stream-position.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** Makes frames that the client can read of the bytes that came. */
export interface Frames {
  /** The reason to stop reading. */
  readonly fault: RunError | undefined;
  push(bytes: Bytes): Bytes;
  end(): Bytes;
}

/** Options for reading a stream. */
export interface Reading {
  /** For each connection its own. */
  readonly frames: () => Frames;
  /** Takes the stream up again, and counts its events; absent for a stream that ends with its connection. */
  readonly resumed: { readonly by: Reconnection; readonly position: StreamPosition } | undefined;
  /** The body of a response. */
  readonly eventsOf: (response: Response) => Promise<ReadableStream<Bytes>>;
  /** Bytes have come. */
  touch(): void;
  /** It can't be read to its end. */
  broke(error: RunError): void;
  /** Nobody reads any more. */
  cancelled(): void;
}

/**
 * The events of a response, never as a stream that errors: `@ag-ui/client` 1.0 cancels its reader when a run ends, and
 * a cancelled reader of an errored stream rejects with nobody to handle it.
 */
export function streamBody(events: ReadableStream<Bytes>, reading: Reading): ReadableStream<Bytes> {
  const { resumed, touch, broke, cancelled } = reading;
  let reader = events.getReader();
  let frames = reading.frames();
  /** Goes on with another connection, if it can. */
  const goOn = async (cause: unknown): Promise<boolean> => {
    const fault = asBroken(cause);
    reader.cancel().catch(() => {});
    const canGoOn = fault.code === "network" || fault.code === "truncated";
    try {
      if (!resumed || !canGoOn || resumed.position.isOver) throw fault;
      const response = await resumed.by.next(fault);
      reader = (await reading.eventsOf(response)).getReader();
      frames = reading.frames();
      return true;
    } catch (thrown) {
      broke(asBroken(thrown));
      return false;
    }
  };
  return new ReadableStream({
    pull: async (controller) => {
      for (;;) {
        try {
          const { done, value } = await reader.read();
          touch();
          const complete = done ? frames.end() : frames.push(value);
          if (complete.length > 0) controller.enqueue(complete);
          if (frames.fault) throw frames.fault;
          if (done && (!resumed || resumed.position.isOver)) return controller.close();
          if (done) throw truncated();
          if (complete.length > 0) return;
        } catch (cause) {
          if (await goOn(cause)) continue;
          return controller.close();
        }
      }
    },
    cancel: () => {
      cancelled();
      reader.cancel().catch(() => {});
    },
  });
}

function asBroken(cause: unknown): RunError {
  if (cause instanceof RunError) return cause;
  const message = "The connection to the agent broke before the run was over.";
  return new RunError("network", message, { cause });
}
