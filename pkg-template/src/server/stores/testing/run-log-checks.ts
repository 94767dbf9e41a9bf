import type { LoggedEvent, LoggedEvents, RunLog } from "../run-log.js";
import {
  anyId,
  checkOf,
  hostileIds,
  hostileTexts,
  must,
  mustEqual,
  rejectionOf,
  type StoreCheck,
} from "./store-check.js";
import type { MakeRunLog } from "./test-run-log.js";

/** Limits that no check reaches by chance. */
export const wide = { keepFor: 3_600_000, maxBytes: 64_000_000 };

/** A rule that is checked on one log. */
export function logCheck(
  make: MakeRunLog,
  method: string,
  name: string,
  check: (log: RunLog) => Promise<void>,
): StoreCheck {
  return checkOf(`RunLog.${method}`, name, async () => {
    const log = await make();
    try {
      await check(log);
    } finally {
      await log.close();
    }
  });
}

/** Events with these texts, from a number on. */
export const eventsOf = (first: number, ...texts: readonly string[]): LoggedEvent[] =>
  texts.map((text, at) => ({ number: first + at, text }));

/** All events of a run, and the last answer. */
export async function readAll(log: RunLog, key: string) {
  const events: LoggedEvent[] = [];
  for (;;) {
    const page: LoggedEvents | undefined = await log.read(key, events.length);
    must(page, "read() does not know a run that has events.");
    if (page.events.length === 0) return { events, page };
    events.push(...page.events);
  }
}

/** Order, bounds and contents of a run. */
export function runLogChecks(make: MakeRunLog): StoreCheck[] {
  return [
    logCheck(make, "read", "a run that was never begun is not known", async (log) => {
      const key = anyId();
      mustEqual(await log.read(key, 0), undefined, "read() of an unknown run");
      await log.end(key);
      await log.stop(key);
      await log.attend(key, 1_000);
      mustEqual(await log.read(key, 0), undefined, "read() after end(), stop() and attend()");
    }),
    logCheck(make, "read", "the events after a number are read in their order", async (log) => {
      const key = anyId();
      await log.append(key, eventsOf(1, "one", "two"), wide);
      await log.append(key, eventsOf(3, "three"), wide);
      for (const after of [0, 1, 2, 3, 4, -1]) {
        const read = await log.read(key, after);
        const expected = eventsOf(1, "one", "two", "three").slice(Math.max(0, after));
        mustEqual(read?.events, expected, `The events after ${after}`);
      }
    }),
    logCheck(
      make,
      "append",
      "events that do not follow are refused, and nothing is added",
      async (log) => {
        const key = anyId();
        const refused = async (...events: readonly LoggedEvent[]): Promise<void> => {
          const numbers = events.map(({ number }) => number).join(", ");
          await rejectionOf(log.append(key, events, wide), `append() of the numbers ${numbers}`);
        };
        await refused(...eventsOf(2, "two"));
        mustEqual(await log.read(key, 0), undefined, "read() after an append() that was refused");
        await log.append(key, eventsOf(1, "one"), wide);
        await refused(...eventsOf(1, "other"));
        await refused(...eventsOf(3, "three"));
        await refused(...eventsOf(2, "two"), ...eventsOf(4, "four"));
        await refused(...eventsOf(0, "zero", "one"));
        mustEqual((await readAll(log, key)).events, eventsOf(1, "one"), "The events of the run");
        await log.append(key, eventsOf(2, "two"), wide);
      },
    ),
    logCheck(make, "append", "the last batch, sent again, is not added again", async (log) => {
      const key = anyId();
      const batches = [eventsOf(1, "one", "two"), eventsOf(3, "three")];
      for (const [at, events] of batches.entries()) {
        const limits = { ...wide, batch: `${key}-${at}` };
        await log.append(key, events, limits);
        await log.append(key, events, limits);
        const other = log.append(key, events, { ...wide, batch: `${key}-other` });
        await rejectionOf(other, "append() of the same numbers as another batch");
      }
      mustEqual((await readAll(log, key)).events, batches.flat(), "The events of the run");
    }),
    logCheck(make, "append", "of several that begin a run at once, one does", async (log) => {
      const key = anyId();
      const texts = Array.from({ length: 20 }, (_, at) => `writer ${at}`);
      const begun = await Promise.allSettled(
        texts.map((text) => log.append(key, eventsOf(1, text), wide)),
      );
      const winners = texts.filter((_, at) => begun[at]?.status === "fulfilled");
      mustEqual(winners.length, 1, "The number of writers that began the run");
      mustEqual((await readAll(log, key)).events, eventsOf(1, ...winners), "The events of the run");
    }),
    logCheck(
      make,
      "end",
      "a run that has ended takes no event, and says so at its end",
      async (log) => {
        const key = anyId();
        await log.append(key, eventsOf(1, "one"), wide);
        mustEqual((await readAll(log, key)).page.isOver, false, "isOver before end()");
        await log.end(key);
        await log.end(key);
        await rejectionOf(log.append(key, eventsOf(2, "two"), wide), "append() after end()");
        const { events, page } = await readAll(log, key);
        mustEqual([events, page.isOver], [eventsOf(1, "one"), true], "The run after end()");
      },
    ),
    logCheck(make, "stop", "a run is asked to stop, and goes on until it ends", async (log) => {
      const key = anyId();
      await log.append(key, eventsOf(1, "one"), wide);
      mustEqual((await log.read(key, 1))?.isStopped, false, "isStopped before stop()");
      await log.stop(key);
      await log.stop(key);
      mustEqual((await log.read(key, 0))?.isStopped, true, "isStopped after stop()");
      await log.append(key, eventsOf(2, "two"), wide);
      const { events, page } = await readAll(log, key);
      mustEqual([events.length, page.isStopped], [2, true], "The run after a further event");
    }),
    logCheck(make, "read", "a long run is read in pieces of a bounded size", async (log) => {
      const key = anyId();
      const long = "é".repeat(150_000);
      const texts = Array.from({ length: 300 }, (_, at) => `${at}:${"x".repeat(2_000)}`);
      await log.append(key, eventsOf(1, ...texts, long, long, "last"), wide);
      await log.end(key);
      const first = await log.read(key, 0);
      const size = (first?.events ?? []).reduce((sum, { text }) => sum + text.length, 0);
      must(size > 0 && size < 600_000, `The first piece has ${size} UTF-16 units.`);
      const { events, page } = await readAll(log, key);
      must(
        JSON.stringify(events) === JSON.stringify(eventsOf(1, ...texts, long, long, "last")),
        "A long run was not read as it was written.",
      );
      mustEqual(page.isOver, true, "isOver at the end");
    }),
    logCheck(make, "append", "a run has no more bytes than it may", async (log) => {
      const key = anyId();
      const limits = { ...wide, maxBytes: 100 };
      await log.append(key, eventsOf(1, "x".repeat(60)), limits);
      const tooMuch = log.append(key, eventsOf(2, "é".repeat(21)), limits);
      await rejectionOf(tooMuch, "append() of 42 bytes to 60 of 100");
      mustEqual((await readAll(log, key)).events.length, 1, "The number of events");
      await log.append(key, eventsOf(2, "é".repeat(20)), limits);
      const other = log.append(anyId(), eventsOf(1, "x".repeat(101)), limits);
      await rejectionOf(other, "append() of 101 bytes of 100 to a new run");
    }),
    logCheck(make, "append", "every text is read as it was written", async (log) => {
      const key = anyId();
      await log.append(key, eventsOf(1, ...hostileTexts), wide);
      mustEqual((await readAll(log, key)).events, eventsOf(1, ...hostileTexts), "The events");
    }),
    logCheck(make, "append", "many runs at once stay apart", async (log) => {
      const run = async (_: unknown, at: number): Promise<void> => {
        const key = anyId();
        for (const number of [1, 2, 3]) {
          await log.append(key, eventsOf(number, `${at}:${number}`), wide);
        }
        const expected = eventsOf(1, `${at}:1`, `${at}:2`, `${at}:3`);
        mustEqual((await readAll(log, key)).events, expected, "The events of one of many runs");
      };
      await Promise.all(Array.from({ length: 100 }, run));
    }),
    logCheck(make, "read", "a key that is not 64 hexadecimal digits is not taken", async (log) => {
      for (const key of hostileIds) {
        const what = `append() with the key ${JSON.stringify(key)}`;
        const thrown = await rejectionOf(log.append(key, eventsOf(1, "x"), wide), what);
        must(thrown instanceof TypeError, `${what} must reject with a TypeError, but: ${thrown}.`);
      }
    }),
  ];
}
