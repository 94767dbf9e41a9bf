import { now } from "../../execution/clock.js";
import { onAbort } from "../../execution/on-abort.js";
import { after } from "../../execution/timer.js";
import type { LoggedEvent, LoggedEvents, RunLog } from "../stores/run-log.js";
import { Doorbell } from "./doorbell.js";
import { isEvent, isSound, isTerminal, TOO_LARGE } from "./logged-text.js";
import type { RecordedRun } from "./recorded-run.js";
import { ATTENDS_FOR, BEATS, LONGEST_POLL, RINGING_POLL, SHORTEST_POLL } from "./times.js";

/** A run that a client follows. */
export interface Followed {
  readonly key: string;
  readonly log: RunLog;
  /** The run, when it is under way in this process. */
  readonly live: RecordedRun | undefined;
  /** The number of the last event that the client has. */
  readonly after: number;
  /** Milliseconds without a sign of life after which it is lost. */
  readonly lostAfter: number;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
  /** Receives what the log has thrown. */
  readonly tell: (thrown: unknown) => void;
}

/** The number of an event that is in no log. */
export const UNNUMBERED = 0;

/**
 * The events of a run after a number: those that the log has, and then those that come, to the run's end. When the run
 * can't come to its end any more, the last event says so. Never throws.
 */
export class Follower {
  readonly #run: Followed;
  readonly #bell = new Doorbell();
  #at: number;
  /** The last event that was read, or the mark that none follows. */
  #text: string | undefined;
  #rings = true;
  #poll = SHORTEST_POLL;
  #failures = 0;
  #callOffAttending: () => void = () => {};
  #isLeft = false;
  readonly #callOffLeaving: () => void;

  constructor(run: Followed) {
    this.#run = run;
    this.#at = run.after;
    run.live?.join(this, this.#bell.ring);
    // Also of a client that is gone before it has read an event, or whose stream nobody reads or cancels.
    this.#callOffLeaving = onAbort(run.signal, () => this.#leave());
  }

  async *events(): AsyncGenerator<readonly LoggedEvent[], void, undefined> {
    const { signal } = this.#run;
    try {
      yield* this.#events();
    } catch (thrown) {
      if (!signal.aborted) this.#run.tell(thrown);
    } finally {
      this.#callOffLeaving();
      this.#leave();
    }
  }

  #leave(): void {
    if (this.#isLeft) return;
    this.#isLeft = true;
    this.#run.live?.leave(this);
    this.#bell.close();
    this.#callOffAttending();
  }

  async *#events(): AsyncGenerator<readonly LoggedEvent[], void, undefined> {
    const { log, key, live, lostAfter, signal } = this.#run;
    if (!live) this.#attend();
    if (!live) this.#rings = await this.#bell.watch(log, key);
    let heardAt = now();
    while (!signal.aborted) {
      this.#bell.reset();
      const page = await this.#page();
      if (page === "failed") {
        if (this.#failures > MOST_FAILURES) return;
        // The process that runs it may not have reached the log either.
        heardAt = now();
      } else if (!page) {
        return yield [gone];
      } else if (!isSound(page.events, this.#at)) {
        return yield [lost];
      } else if (page.events.length > 0) {
        heardAt = now();
        this.#poll = SHORTEST_POLL;
        const events = this.#take(page.events);
        if (events.length > 0) yield events;
        if (this.#text === TOO_LARGE) return yield [tooLarge];
        if (this.#text !== undefined && isTerminal(this.#text)) return;
        continue;
      } else if (page.isOver) {
        if (!(await this.#isComplete())) yield [lost];
        return;
      } else if (!live && now() - heardAt > lostAfter) {
        // Every client is then told the same, and the process, if it lives, stops the run.
        await log.end(key);
        if (!(await this.#isComplete())) yield [lost];
        return;
      }
      await this.#bell.wait(this.#pause(), signal);
    }
  }

  async #page(): Promise<Omit<LoggedEvents, "isStopped" | "isAttended"> | undefined | "failed"> {
    const { log, key, live } = this.#run;
    const kept = live?.read(this, this.#at);
    if (kept) return kept;
    try {
      const page = await log.read(key, this.#at);
      this.#failures = 0;
      if (!page || live?.isLogged !== false) return page;
      // The run itself keeps the events that the log has no more.
      return { events: page.events.filter(isLogged), isOver: false };
    } catch (thrown) {
      if (this.#failures === 0) this.#run.tell(thrown);
      this.#failures += 1;
      return "failed";
    }
  }

  #take(events: readonly LoggedEvent[]): LoggedEvent[] {
    this.#at = (events.at(-1) as LoggedEvent).number;
    const shown = events.filter(isEvent);
    const isTooLarge = events.some(({ text }) => text === TOO_LARGE);
    this.#text = isTooLarge ? TOO_LARGE : (shown.at(-1)?.text ?? this.#text);
    return shown;
  }

  /** Returns true if the run has ended with an event that says so, which the client has. */
  async #isComplete(): Promise<boolean> {
    const { log, key, after: known } = this.#run;
    if (this.#text === undefined && known > 0) {
      const page = await log.read(key, known - 1);
      this.#text = page?.events[0]?.text;
    }
    return this.#text !== undefined && isTerminal(this.#text);
  }

  /** Lets the process that runs it know of this client, also while the client is slow to read. */
  #attend(): void {
    const { log, key, signal, tell } = this.#run;
    if (signal.aborted) return;
    log.attend(key, ATTENDS_FOR).catch(tell);
    this.#callOffAttending = after(ATTENDS_FOR / 3, () => this.#attend());
  }

  #pause(): number {
    const { live, lostAfter } = this.#run;
    if (live || this.#rings) return Math.min(RINGING_POLL, lostAfter / BEATS);
    const pause = this.#poll;
    this.#poll = Math.min(LONGEST_POLL, pause * 2);
    return pause;
  }
}

/** Failures of a log in a row, after which a client is let go of. It comes back. */
const MOST_FAILURES = 5;

const isLogged = ({ text }: LoggedEvent): boolean => text !== TOO_LARGE;

const lost = endOf(
  "run_lost",
  "The run can't be followed to its end: the server that ran it is gone, or its log is damaged. " +
    "It is not known what it has still done.",
);

const gone = endOf(
  "run_gone",
  "The events of the run are not kept any more (resumable.keepFor). It is not known how it ended.",
);

const tooLarge = endOf(
  "run_gone",
  "The run goes on, but it has become too large to be taken up again (resumable.maxBytes).",
);

function endOf(code: string, message: string): LoggedEvent {
  return { number: UNNUMBERED, text: JSON.stringify({ type: "RUN_ERROR", message, code }) };
}
