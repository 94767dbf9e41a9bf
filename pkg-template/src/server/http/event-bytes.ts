import type { RunAnswer } from "./asked.js";
import { Heartbeat } from "./heartbeat.js";

const utf8 = new TextEncoder();

type Events = RunAnswer["events"];

/**
 * Events as a body that is made as fast as it is read: the next ones are asked for when the last ones are taken. When nobody reads any
 * more, what is left of the events is still asked for, and thrown away: whoever makes them then hears of it and comes to their end.
 */
export function eventBytes(
  { events, writer, heartbeat, tell }: RunAnswer,
  gone: AbortController,
): ReadableStream<Uint8Array> {
  let heart: Heartbeat | undefined;
  let isOver = false;
  const leave = (): void => {
    isOver = true;
    heart?.stop();
    gone.abort();
    void drain(events);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const { beat } = writer;
        heart = new Heartbeat(beat ? heartbeat : false, () => {
          // One that nobody has taken says enough.
          if (beat && (controller.desiredSize ?? -1) >= 0) controller.enqueue(beat);
        });
      },
      async pull(controller) {
        heart?.awaited();
        const { done, value } = await events.next();
        heart?.came();
        if (isOver) return;
        if (done) {
          isOver = true;
          heart?.stop();
          return controller.close();
        }
        try {
          const written = writer.write(value);
          controller.enqueue(typeof written === "string" ? utf8.encode(written) : written);
        } catch (thrown) {
          tell(thrown);
          leave();
          controller.error(thrown);
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

/** The generator of `serveAgent` never throws. */
export async function drain(events: Events): Promise<void> {
  while (!(await events.next()).done);
}
