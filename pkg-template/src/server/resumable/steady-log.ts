import { within } from "../../execution/race.js";
import type { LoggedEvents, RunLog } from "../stores/run-log.js";
import { LOG_DEADLINE } from "./times.js";

/**
 * A log as an endpoint uses it: each request has a deadline, and those who ask for the same at once are given one
 * answer. Any number of clients can follow a run without more load on the log.
 *
 * @param isShared false where one request must not wait for a promise of another, as in a worker.
 */
export function steadyLog(log: RunLog, isShared: boolean): RunLog {
  const reads = new Flights<LoggedEvents | undefined>(isShared);
  const attends = new Flights<void>(isShared);
  return {
    append: (key, events, limits) => inTime("append", () => log.append(key, events, limits)),
    read: (key, after) =>
      reads.join(`${key} ${after}`, () => inTime("read", () => log.read(key, after))),
    end: (key) => inTime("end", () => log.end(key)),
    stop: (key) => inTime("stop", () => log.stop(key)),
    attend: (key, ttl) => attends.join(key, () => inTime("attend", () => log.attend(key, ttl))),
    ...(log.watch && { watch: (key: string, ring: () => void) => watched(log, key, ring) }),
    close: () => log.close(),
  };
}

async function watched(log: RunLog, key: string, ring: () => void): Promise<() => void> {
  const watching = (async () => (await log.watch?.(key, ring)) ?? (() => {}))();
  try {
    return await inTime("watch", () => watching);
  } catch (thrown) {
    // Nobody waits for a callback that comes to be later.
    watching.then(
      (unwatch) => unwatch(),
      () => {},
    );
    throw thrown;
  }
}

function inTime<T>(method: string, request: () => T | Promise<T>): Promise<T> {
  return within(request, { timeout: LOG_DEADLINE }, `${method}() of the log of runs`);
}

/**
 * Requests for the same by many. One that has begun is joined by nobody, since it may miss a change that its caller
 * knows of; one that follows it serves all who ask until it begins.
 */
class Flights<T> {
  readonly #isShared: boolean;
  readonly #begun = new Map<string, Promise<T>>();
  readonly #next = new Map<string, Promise<T>>();

  constructor(isShared: boolean) {
    this.#isShared = isShared;
  }

  join(id: string, request: () => Promise<T>): Promise<T> {
    if (!this.#isShared) return request();
    const waiting = this.#next.get(id);
    if (waiting) return waiting;
    const begun = this.#begun.get(id);
    if (!begun) return this.#begin(id, request);
    const begin = (): Promise<T> => {
      this.#next.delete(id);
      return this.#begin(id, request);
    };
    const next = begun.then(begin, begin);
    this.#next.set(id, next);
    return next;
  }

  #begin(id: string, request: () => Promise<T>): Promise<T> {
    const begun = request();
    this.#begun.set(id, begun);
    const end = (): void => {
      if (this.#begun.get(id) === begun) this.#begun.delete(id);
    };
    begun.then(end, end);
    return begun;
  }
}
