import type { RunLog } from "../run-log.js";
import { eventsOf, logCheck, readAll, wide } from "./run-log-checks.js";
import { anyId, eventually, mustEqual, type StoreCheck } from "./store-check.js";
import type { MakeRunLog } from "./test-run-log.js";

/** A time that a check waits for, in milliseconds. */
const SHORT = 40;

/** Time to live, clients that follow, and doorbells. */
export function runLogLifeChecks(make: MakeRunLog): StoreCheck[] {
  return [
    logCheck(
      make,
      "append",
      "a run is forgotten some time after its last event, and its key is free",
      async (log) => {
        const key = anyId();
        await log.append(key, eventsOf(1, "one"), { ...wide, keepFor: SHORT });
        const isForgotten = async () => (await log.read(key, 0)) === undefined;
        await eventually(isForgotten, "A run was not forgotten after keepFor.");
        await log.append(key, eventsOf(1, "another"), wide);
        mustEqual((await readAll(log, key)).events, eventsOf(1, "another"), "The new run");
      },
    ),
    logCheck(make, "append", "a further event keeps a run for longer", async (log) => {
      const [key, witness] = [anyId(), anyId()];
      await log.append(key, eventsOf(1, "one"), wide);
      await log.append(key, eventsOf(2, "two"), wide);
      await log.append(witness, eventsOf(1, "one"), { ...wide, keepFor: SHORT });
      const isForgotten = async () => (await log.read(witness, 0)) === undefined;
      await eventually(isForgotten, "A run was not forgotten after keepFor.");
      mustEqual((await readAll(log, key)).events.length, 2, "The number of events");
    }),
    logCheck(make, "attend", "a client that follows counts for a time", async (log) => {
      const key = anyId();
      await log.append(key, eventsOf(1, "one"), wide);
      mustEqual((await log.read(key, 0))?.isAttended, false, "isAttended before attend()");
      await log.attend(key, SHORT);
      const isLeft = async () => (await log.read(key, 0))?.isAttended === false;
      await eventually(isLeft, "isAttended stayed true.");
      await log.attend(key, wide.keepFor);
      mustEqual((await log.read(key, 0))?.isAttended, true, "isAttended after attend()");
      await log.attend(key, 1);
      mustEqual((await log.read(key, 0))?.isAttended, true, "isAttended after a shorter attend()");
    }),
    logCheck(make, "read", "what one process has written, every other one reads", async (log) => {
      const other = await make();
      try {
        const key = anyId();
        await log.append(key, eventsOf(1, "one"), wide);
        mustEqual((await readAll(other, key)).events, eventsOf(1, "one"), "The events");
        await other.stop(key);
        mustEqual((await log.read(key, 1))?.isStopped, true, "isStopped");
        await other.end(key);
        mustEqual((await readAll(log, key)).page.isOver, true, "isOver");
      } finally {
        await other.close();
      }
    }),
    ...Object.entries(acts).map(([name, act]) =>
      logCheck(make, "watch", `it rings in every process at ${name}()`, async (log) => {
        if (!log.watch) return;
        const other = await make();
        try {
          const key = anyId();
          await log.append(key, eventsOf(1, "one"), wide);
          const rang = new Set<string>();
          await log.watch(key, () => rang.add("here"));
          await other.watch?.(key, () => rang.add("there"));
          rang.clear();
          await act(log, key);
          await eventually(() => rang.has("here"), "It did not ring in the process that acted.");
          await eventually(() => rang.has("there"), "It did not ring in another process.");
        } finally {
          await other.close();
        }
      }),
    ),
  ];
}

const acts: Readonly<Record<string, (log: RunLog, key: string) => Promise<void>>> = {
  append: (log, key) => log.append(key, eventsOf(2, "two"), wide),
  end: (log, key) => log.end(key),
  stop: (log, key) => log.stop(key),
};
