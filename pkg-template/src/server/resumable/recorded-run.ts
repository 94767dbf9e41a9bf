import { now } from "../../execution/clock.js";
import { after } from "../../execution/timer.js";
import type { LoggedEvent, LoggedEvents, RunLogLimits } from "../stores/run-log.js";
import { appendOnce } from "./append-once.js";
import { Doorbell } from "./doorbell.js";
import { ALIVE, bytesOf, isTerminal, TOO_LARGE } from "./logged-text.js";
import type { ResumableSettings } from "./resumable-options.js";
import { BEATS, RINGING_POLL, STOP_POLL } from "./times.js";

/** Bytes of events that wait to be written, and that are kept for followers in this process. */
const MOST_WAITING = 262_144;

/** Bytes that a log may take of a run besides its events: for marks. */
const FOR_MARKS = 65_536;

/** The parts of its endpoint that a run needs. */
export interface RecordedRunHost {
  readonly settings: ResumableSettings;
  /** Receives what the log has thrown. */
  readonly tell: (thrown: unknown) => void;
  /** Stops the run's reasoner. */
  readonly stop: () => void;
  /** The last client has gone, or one has come back. */
  readonly detached: (isDetached: boolean) => void;
}

/** The limits that a log is given. */
export function logLimits({ keepFor, maxBytes }: ResumableSettings): RunLogLimits {
  return { keepFor, maxBytes: maxBytes + FOR_MARKS };
}

/**
 * A run under way in this process. Its events are written to the log in batches, and followers read what is written: no
 * client sees an event that the log has not. It goes on without clients for a time.
 */
export class RecordedRun {
  readonly #key: string;
  readonly #host: RecordedRunHost;
  readonly #bell = new Doorbell();
  readonly #over = new AbortController();
  /** The last events, for followers in this process. */
  #tail: LoggedEvent[] = [];
  #tailBytes = 0;
  /** The number of the last event in `#tail`. */
  #last: number;
  #bytes: number;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  #isWriting = false;
  /** False once the log has refused an event: followers in this process alone see the rest. */
  #isLogged = true;
  /** The time of the last write to the log. */
  #wroteAt = now();
  #isEnding = false;
  /** Another process has declared the run lost: its followers read that end, and nothing more. */
  #isLost = false;
  readonly #followers = new Map<object, () => void>();
  readonly #positions = new Map<object, number>();
  #roomMade: (() => void) | undefined;
  #callOffDetached: () => void = () => {};

  /** @param first the events that have claimed the run. */
  constructor(key: string, first: readonly LoggedEvent[], host: RecordedRunHost) {
    this.#key = key;
    this.#host = host;
    this.#last = first.length;
    this.#tail = [...first];
    this.#bytes = first.reduce((sum, { text }) => sum + bytesOf(text), 0);
    this.#tailBytes = this.#bytes;
    this.#detach();
  }

  /** Whether no event follows. */
  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Whether the log has all of its events so far. */
  get isLogged(): boolean {
    return this.#isLogged;
  }

  /** Writes the run's events to its end. Never rejects. */
  async record(events: AsyncIterable<readonly string[]>): Promise<void> {
    void this.#watchForStop();
    void this.#beat();
    try {
      for await (const texts of events) {
        this.#add(texts);
        if (texts.some(isTerminal)) await this.#end();
        // Faster than its log: the reasoner waits.
        else if (this.#waitingBytes > MOST_WAITING) await this.#writing;
      }
      await this.#end();
    } catch (thrown) {
      this.#host.tell(thrown);
    } finally {
      this.#over.abort();
      this.#callOffDetached();
      this.#bell.close();
      this.#ring();
    }
  }

  /** A client follows it in this process. @param ring is called when there are new events. */
  join(follower: object, ring: () => void): void {
    this.#followers.set(follower, ring);
    if (this.#followers.size > 1 || this.isOver) return;
    this.#callOffDetached();
    this.#host.detached(false);
  }

  leave(follower: object): void {
    this.#followers.delete(follower);
    this.#positions.delete(follower);
    this.#roomMade?.();
    if (this.#followers.size === 0 && !this.isOver && !this.#isEnding) this.#detach();
  }

  /** The events after a number that are kept here; `undefined` when the log has to be asked, or has no more either. */
  read(follower: object, number: number): Pick<LoggedEvents, "events" | "isOver"> | undefined {
    this.#positions.set(follower, number);
    this.#roomMade?.();
    const first = this.#last - this.#tail.length + 1;
    if (number + 1 < first) return undefined;
    const events = this.#tail.slice(number + 1 - first);
    return { events, isOver: this.isOver || this.#isLost };
  }

  /** Before its reasoner is asked again: a process that ends waits for its reasoner, and for nothing else. */
  async #end(): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    await this.#writing;
    if (this.#isLogged && !this.#isLost) await this.#host.settings.log.end(this.#key);
  }

  #add(texts: readonly string[]): void {
    for (const text of texts) {
      this.#waiting.push(text);
      this.#waitingBytes += bytesOf(text);
    }
    if (!this.#isWriting) this.#writing = this.#write();
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const texts = this.#waiting;
      this.#waiting = [];
      const bytes = this.#waitingBytes;
      this.#waitingBytes = 0;
      const events = texts.map((text, index) => ({ number: this.#last + 1 + index, text }));
      if (this.#isLogged && !this.#isLost) await this.#log(events, bytes);
      if (this.#isLost) continue;
      if (!this.#isLogged) await this.#room();
      this.#keep(events, bytes);
    }
    // In the same step as the last look: what is added from now on is written anew.
    this.#isWriting = false;
  }

  async #log(events: readonly LoggedEvent[], bytes: number): Promise<void> {
    const { settings, tell } = this.#host;
    this.#wroteAt = now();
    this.#bytes += bytes;
    try {
      if (this.#bytes <= settings.maxBytes) return await this.#append(events);
      this.#isLogged = false;
      await this.#append([{ number: this.#last + 1, text: TOO_LARGE }]);
      await settings.log.end(this.#key);
    } catch (thrown) {
      if (this.#isLogged && (await this.#wasDeclaredLost())) return this.#lose();
      this.#isLogged = false;
      tell(thrown);
    }
  }

  #append(events: readonly LoggedEvent[]): Promise<void> {
    const { settings } = this.#host;
    return appendOnce(settings.log, this.#key, events, logLimits(settings));
  }

  /** Returns true if another process has ended the run in the log. */
  async #wasDeclaredLost(): Promise<boolean> {
    try {
      return (await this.#host.settings.log.read(this.#key, this.#last))?.isOver === true;
    } catch {
      return false;
    }
  }

  #lose(): void {
    this.#isLost = true;
    this.#host.stop();
    this.#ring();
  }

  /** Events that the log does not keep stay here until every follower has read them. Without one nobody can ever read it. */
  async #room(): Promise<void> {
    while (
      this.#followers.size > 0 &&
      this.#tailBytes > MOST_WAITING &&
      this.#slowest < this.#last
    ) {
      await new Promise<void>((resolve) => {
        this.#roomMade = resolve;
      });
    }
    this.#roomMade = undefined;
    if (this.#followers.size === 0) this.#host.stop();
  }

  get #slowest(): number {
    return Math.min(...[...this.#followers.keys()].map((each) => this.#positions.get(each) ?? 0));
  }

  #keep(events: readonly LoggedEvent[], bytes: number): void {
    const isRead = this.#isLogged || this.#slowest >= this.#last;
    if (this.#tailBytes > MOST_WAITING && isRead) {
      this.#tail = [];
      this.#tailBytes = 0;
    }
    this.#tail.push(...events);
    this.#tailBytes += bytes;
    this.#last += events.length;
    this.#ring();
  }

  #ring(): void {
    for (const ring of [...this.#followers.values()]) ring();
  }

  /** Says in the log that the run goes on, however long a tool takes. */
  async #beat(): Promise<void> {
    const still = new Doorbell();
    const beat = this.#host.settings.lostAfter / BEATS;
    while (!this.isOver && this.#isLogged) {
      await still.wait(beat - (now() - this.#wroteAt), this.#over.signal);
      if (this.isOver || this.#isEnding || this.#isLost || !this.#isLogged) return;
      if (now() - this.#wroteAt >= beat && !this.#isWriting) this.#add([ALIVE]);
      else if (this.#isWriting) await this.#writing;
    }
  }

  async #watchForStop(): Promise<void> {
    const { log } = this.#host.settings;
    const { signal } = this.#over;
    const pause = new Doorbell();
    const rings = await this.#bell.watch(log, this.#key);
    while (!signal.aborted && this.#isLogged) {
      await this.#bell.wait(rings ? RINGING_POLL : STOP_POLL, signal);
      if (signal.aborted) return;
      this.#bell.reset();
      try {
        const page = await log.read(this.#key, this.#last);
        if (page?.isOver && this.#isLogged && !this.#isEnding) return this.#lose();
        if (page?.isStopped) this.#host.stop();
        if (page?.isStopped) return;
      } catch {
        // It is asked again.
      }
      // Its own events ring, too.
      if (rings) await pause.wait(STOP_POLL / 10, signal);
    }
  }

  #detach(): void {
    const { settings, detached, stop } = this.#host;
    detached(true);
    this.#callOffDetached();
    if (this.#isLogged) {
      this.#callOffDetached = after(settings.detachedFor, () => void this.#stopUnattended());
    } else stop();
  }

  async #stopUnattended(): Promise<void> {
    const { settings, stop, tell } = this.#host;
    let isAttended = false;
    try {
      isAttended = (await settings.log.read(this.#key, this.#last))?.isAttended ?? false;
    } catch (thrown) {
      tell(thrown);
    }
    if (this.isOver || this.#followers.size > 0) return;
    if (isAttended) this.#detach();
    else stop();
  }
}
