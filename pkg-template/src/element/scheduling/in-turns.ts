import { WorkSlice } from "./yield-to-page.js";

/** Bytes that are handed on at once: some hundred events. */
const pieceLength = 32 * 1024;

/**
 * A body in pieces, of which the next is handed on when the one before has been dealt with and the page has had its turn: however
 * fast it comes, and however much of it is there at once, timers run and a stop arrives. Pieces are cut anywhere.
 *
 * @param signal ends it, also where what gives the body does not heed it.
 */
export function inTurns(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal?: AbortSignal | null,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const slice = new WorkSlice();
  let rest = new Uint8Array(0);
  const stop = (controller: ReadableStreamDefaultController, { reason }: AbortSignal): void => {
    reader.cancel(reason).catch(() => {});
    controller.error(reason);
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      while (rest.length === 0) {
        // A source that always gives an empty piece does not hold the page up either.
        if (slice.isDue) await slice.yield();
        if (signal?.aborted) return stop(controller, signal);
        const { done, value } = await reader.read();
        if (done) return controller.close();
        rest = value;
      }
      if (slice.isDue) await slice.yield();
      if (signal?.aborted) return stop(controller, signal);
      controller.enqueue(rest.subarray(0, pieceLength));
      rest = rest.subarray(pieceLength);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
