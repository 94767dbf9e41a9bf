import type { LoggedEvent, LoggedEvents } from "../stores/run-log.js";
import { appendOnce } from "./append-once.js";
import { Follower } from "./follow.js";
import { TOO_LARGE } from "./logged-text.js";
import { logLimits, RecordedRun } from "./recorded-run.js";
import type { ResumableSettings } from "./resumable-options.js";

/** A run that is about to begin. */
export interface NewRun {
  readonly key: string;
  /** The events as JSON, each of one line. The first are asked for before the run is claimed, the others afterwards. */
  readonly events: AsyncGenerator<readonly string[], void, undefined>;
  /** Stops what makes the events. */
  readonly stop: () => void;
}

/** A client of a run. */
export interface Client {
  /** Aborted when it has gone. */
  readonly signal: AbortSignal;
  /** Receives what the log has thrown. */
  readonly tell: (thrown: unknown) => void;
}

/** The numbered events of a run, as they are sent to one client. */
export type RunEvents = AsyncGenerator<readonly LoggedEvent[], void, undefined>;

/** The runs of an endpoint that clients can take up again. */
export class ResumableRuns {
  readonly #settings: ResumableSettings;
  readonly #live = new Map<string, { readonly run: RecordedRun; readonly stop: () => void }>();
  /** Runs whose events are still written to the log. */
  readonly #recording = new Set<Promise<void>>();
  /** Runs without a client in this process, the longest without one first. */
  readonly #detached = new Map<string, () => void>();

  constructor(settings: ResumableSettings) {
    this.#settings = settings;
  }

  /**
   * Begins a run that its client follows. Of all that claim one key at once, one begins.
   *
   * @returns `"taken"` when there is such a run; `"unlogged"` when the log does not work, so that nothing was begun.
   */
  async begin(
    { key, events, stop }: NewRun,
    client: Client,
  ): Promise<RunEvents | "taken" | "unlogged"> {
    const { log, lostAfter, waitUntil } = this.#settings;
    // Workers forbid one request to touch what another one has made: there others know it by the log alone.
    const isShared = waitUntil === undefined;
    const start = await events.next();
    const first = (start.done ? [] : start.value).map((text, index) => ({
      number: index + 1,
      text,
    }));
    try {
      await appendOnce(log, key, first, logLimits(this.#settings));
    } catch (thrown) {
      await events.return();
      return this.#whyNot(key, thrown, client);
    }
    const run = new RecordedRun(key, first, {
      settings: this.#settings,
      ...{ stop, tell: client.tell },
      detached: (isDetached) => isShared && this.#setDetached(key, isDetached ? stop : undefined),
    });
    if (isShared) this.#live.set(key, { run, stop });
    const follower = new Follower({ key, log, lostAfter, live: run, after: 0, ...client });
    const done = run.record(events).finally(() => {
      this.#recording.delete(done);
      if (this.#live.get(key)?.run === run) this.#live.delete(key);
      if (isShared) this.#detached.delete(key);
    });
    if (isShared) this.#recording.add(done);
    waitUntil?.(done);
    return follower.events();
  }

  /**
   * The events of a run after a number.
   *
   * @returns `"unknown"` when there is no such run (any more), `"gone"` when it can't be resumed.
   * @throws what the log throws.
   */
  async follow(
    key: string,
    after: number,
    client: Client,
  ): Promise<RunEvents | "unknown" | "gone"> {
    const { log, lostAfter } = this.#settings;
    const live = this.#live.get(key)?.run;
    if (live?.isLogged === false) return "gone";
    const page = await log.read(key, after);
    if (!page) return "unknown";
    if (page.events.some(({ text }) => text === TOO_LARGE)) return "gone";
    return new Follower({ key, log, lostAfter, live, after, ...client }).events();
  }

  /** Returns true for a run that is under way in this process. */
  isLive(key: string): boolean {
    return this.#live.has(key);
  }

  /** Asks whoever runs it to stop. @returns false for a run that is not known. @throws what the log throws. */
  async stop(key: string): Promise<boolean> {
    const { log } = this.#settings;
    const live = this.#live.get(key);
    live?.stop();
    if (!live && !(await log.read(key, Number.MAX_SAFE_INTEGER))) return false;
    await log.stop(key);
    return true;
  }

  /** Resolves when the log has the end of every run that has begun. Never rejects. */
  async settled(): Promise<void> {
    while (this.#recording.size > 0) await Promise.all(this.#recording);
  }

  async #whyNot(key: string, thrown: unknown, { tell }: Client): Promise<"taken" | "unlogged"> {
    let found: LoggedEvents | undefined;
    try {
      found = await this.#settings.log.read(key, 0);
    } catch {
      // As little as it could be written.
    }
    if (found) return "taken";
    tell(thrown);
    return "unlogged";
  }

  #setDetached(key: string, stop: (() => void) | undefined): void {
    this.#detached.delete(key);
    if (!stop) return;
    this.#detached.set(key, stop);
    if (this.#detached.size <= this.#settings.maxDetached) return;
    const [oldest] = this.#detached;
    if (!oldest) return;
    this.#detached.delete(oldest[0]);
    oldest[1]();
  }
}
