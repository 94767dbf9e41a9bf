import { DEFAULT_HEARTBEAT } from "../../server/http/endpoint-options.js";
import { Heartbeat } from "../../server/http/heartbeat.js";

/** The maximum backlog of a stream for a client that does not read, in bytes. */
const mostWaiting = 4 * 1024 * 1024;

/**
 * A stream of events to a client. The source is always read to its end: the SDK stores a task by reading it, so that a
 * client which comes back finds what it missed. A client that does not read is disconnected. A comment ends each
 * silence of 5 seconds, so that no platform takes the connection for dead.
 *
 * @param first the part of the source that was read already.
 * @param textOf writes an event.
 */
export function eventStream<Event>(
  first: IteratorResult<Event, unknown>,
  rest: AsyncIterator<Event, unknown>,
  { textOf, failed }: { textOf(event: Event): string; failed(thrown: unknown): string },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let isOpen = true;
  let stop = (): void => {};
  const drain = async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
    const heart = new Heartbeat(DEFAULT_HEARTBEAT, () => {
      // A comment that is still unread suffices.
      if (isOpen && (controller.desiredSize ?? -1) >= 0) controller.enqueue(comment);
    });
    stop = () => {
      isOpen = false;
      heart.stop();
    };
    const write = (text: string): void => {
      if (!isOpen) return;
      heart.awaited();
      controller.enqueue(encoder.encode(text));
      if ((controller.desiredSize ?? 0) > -mostWaiting) return;
      stop();
      controller.error(new Error("The client does not read."));
    };
    try {
      for (let next = first; !next.done; next = await rest.next()) write(textOf(next.value));
    } catch (thrown) {
      write(failed(thrown));
    }
    if (isOpen) controller.close();
    stop();
  };
  return new ReadableStream(
    {
      start: (controller) => {
        // Not awaited: a stream that begins does not wait for its end.
        void drain(controller);
      },
      cancel: () => stop(),
    },
    { highWaterMark: 0, size: (chunk) => chunk.byteLength },
  );
}

const comment = new TextEncoder().encode(": still at work\n\n");
