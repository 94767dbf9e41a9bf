import type { AGUIEvent, BaseEvent } from "@ag-ui/core";

/** What makes bytes of events. */
export interface Encoder {
  encodeBinary(event: BaseEvent): Uint8Array;
}

/** How events become a body. */
export interface EventBytesOptions {
  readonly encoder: Encoder;
  /** Milliseconds without an event after which `beat` is sent. */
  readonly heartbeat: number;
  /** Nothing where the form knows no comments. */
  readonly beat: Uint8Array | undefined;
  /** Nobody reads any more. */
  readonly gone: () => void;
}

/**
 * Events as a body that is made as fast as it is read: the next event is asked for when the last one is taken. When nobody reads any
 * more, what is left of the events is still asked for, and thrown away: whoever makes them then hears of it and comes to their end.
 */
export function eventBytes(
  events: AsyncGenerator<AGUIEvent, void, undefined>,
  { encoder, heartbeat, beat, gone }: EventBytesOptions,
): ReadableStream<Uint8Array> {
  let coming: Promise<IteratorResult<AGUIEvent, void>> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        coming ??= events.next();
        const next = beat ? await unlessSilent(coming, heartbeat) : await coming;
        if (next === "silent") {
          controller.enqueue(beat as Uint8Array);
          return;
        }
        coming = undefined;
        if (next.done) controller.close();
        else controller.enqueue(encoder.encodeBinary(next.value as BaseEvent));
      },
      cancel() {
        gone();
        void drain(events, coming);
      },
    },
    { highWaterMark: 0 },
  );
}

async function unlessSilent<T>(coming: Promise<T>, heartbeat: number): Promise<T | "silent"> {
  if (heartbeat === Number.POSITIVE_INFINITY) return coming;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<"silent">((resolve) => {
    timer = setTimeout(() => resolve("silent"), Math.min(heartbeat, LONGEST_TIMER));
  });
  try {
    return await Promise.race([coming, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a timer can hold: more would be no time at all. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The generator of `serveAgent` never throws. */
async function drain(
  events: AsyncGenerator<AGUIEvent, void, undefined>,
  coming: Promise<IteratorResult<AGUIEvent, void>> | undefined,
): Promise<void> {
  let next = await (coming ?? events.next());
  while (!next.done) next = await events.next();
}
