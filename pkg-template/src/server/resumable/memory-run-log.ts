import { now as currentTime } from "../../execution/clock.js";
import { checkOptions, type OptionRules } from "../../options/check-options.js";
import { aCount, aFunction } from "../../options/rules.js";
import type { LoggedEvent, LoggedEvents, RunLog, RunLogLimits } from "../stores/run-log.js";
import { bytesOf } from "./logged-text.js";

/** A log in the memory of one process. */
export interface MemoryRunLogOptions {
  /** Bytes of memory for the events of all runs, about. The oldest runs that are over go first. @default 67108864 */
  readonly maxBytes?: number;
  /** The time in milliseconds, for tests. */
  readonly now?: () => number;
}

const rules: OptionRules<MemoryRunLogOptions> = { maxBytes: aCount, now: aFunction };

/** UTF-16 units that `read()` returns together. */
const PAGE = 131_072;

/** Bytes that an event takes in memory besides its text, about. */
const PER_EVENT = 64;

interface Run {
  readonly events: LoggedEvent[];
  readonly rings: Set<() => void>;
  /** Bytes of its texts as they are sent. */
  size: number;
  /** Bytes in memory. */
  bytes: number;
  /** The time at which it is forgotten. */
  until: number;
  keepFor: number;
  attendedUntil: number;
  isOver: boolean;
  isStopped: boolean;
  /** The last batch that was added. */
  batch: string | undefined;
}

/**
 * A run log in the memory of this process: for one process, for development and tests. Runs are lost when the process
 * ends; their clients are told so.
 *
 * @throws {OptionError} that names the option that is not as it must be.
 *
 * @example
 * ```ts
 * const handler = serveAgent(reasoner, { resumable: { log: memoryRunLog() } });
 * ```
 */
export function memoryRunLog(options: MemoryRunLogOptions = {}): RunLog {
  checkOptions("memoryRunLog", options, rules);
  return new MemoryRunLog(options.maxBytes ?? 67_108_864, options.now ?? currentTime);
}

class MemoryRunLog implements RunLog {
  readonly #maxBytes: number;
  readonly #now: () => number;
  /** The run that was written last comes last. */
  readonly #runs = new Map<string, Run>();
  #bytes = 0;

  constructor(maxBytes: number, now: () => number) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  async append(
    key: string,
    events: readonly LoggedEvent[],
    { keepFor, maxBytes, batch }: RunLogLimits,
  ): Promise<void> {
    checkKey(key);
    this.#forgetExpired();
    const run = this.#known(key) ?? newRun();
    if (batch !== undefined && batch === run.batch) return;
    const next = run.events.length + 1;
    if (run.isOver) throw new Error("The run is over: no event follows.");
    if (events.some(({ number }, index) => number !== next + index)) {
      throw new Error(`The run's next event is number ${next}: somebody else writes it.`);
    }
    const size = events.reduce((sum, { text }) => sum + bytesOf(text), run.size);
    if (size > maxBytes) throw new Error("The run is larger than its log may be.");
    // In memory a UTF-16 unit takes up to two bytes.
    const bytes = events.reduce((sum, { text }) => sum + text.length * 2 + PER_EVENT, 0);
    this.#makeRoom(bytes, key);
    this.#bytes += bytes;
    run.bytes += bytes;
    run.size = size;
    for (const { number, text } of events) run.events.push({ number, text });
    run.keepFor = keepFor;
    run.batch = batch;
    this.#touch(key, run);
  }

  async read(key: string, after: number): Promise<LoggedEvents | undefined> {
    checkKey(key);
    this.#forgetExpired();
    const run = this.#known(key);
    if (!run) return undefined;
    const events: LoggedEvent[] = [];
    let length = 0;
    for (let at = Math.max(0, after); at < run.events.length; at += 1) {
      const event = run.events[at] as LoggedEvent;
      length += event.text.length;
      if (events.length > 0 && length > PAGE) break;
      events.push(event);
    }
    const { isOver, isStopped, attendedUntil } = run;
    return { events, isOver, isStopped, isAttended: attendedUntil > this.#now() };
  }

  async end(key: string): Promise<void> {
    checkKey(key);
    const run = this.#runs.get(key);
    if (!run || run.isOver) return;
    run.isOver = true;
    this.#touch(key, run);
  }

  async stop(key: string): Promise<void> {
    checkKey(key);
    const run = this.#runs.get(key);
    if (!run) return;
    run.isStopped = true;
    ring(run);
  }

  async attend(key: string, ttl: number): Promise<void> {
    checkKey(key);
    const run = this.#runs.get(key);
    if (run) run.attendedUntil = this.#now() + ttl;
  }

  async watch(key: string, bell: () => void): Promise<() => void> {
    checkKey(key);
    const run = this.#runs.get(key);
    // Each its own, also of one function.
    const own = (): void => bell();
    run?.rings.add(own);
    return () => void run?.rings.delete(own);
  }

  async close(): Promise<void> {}

  #touch(key: string, run: Run): void {
    run.until = this.#now() + run.keepFor;
    this.#runs.delete(key);
    this.#runs.set(key, run);
    ring(run);
  }

  /**
   * In the order in which they were written: one that is kept for longer may keep later ones, up to the memory's bound.
   */
  #forgetExpired(): void {
    const now = this.#now();
    for (const [key, { until }] of this.#runs) {
      if (until > now) return;
      this.#forget(key);
    }
  }

  /** A run that is not to be forgotten yet. */
  #known(key: string): Run | undefined {
    const run = this.#runs.get(key);
    if (!run || run.until > this.#now()) return run;
    this.#forget(key);
    return undefined;
  }

  /** @throws when all that could go is still under way. */
  #makeRoom(bytes: number, own: string): void {
    if (this.#bytes + bytes <= this.#maxBytes) return;
    for (const [key, { isOver }] of this.#runs) {
      if (!isOver || key === own) continue;
      this.#forget(key);
      if (this.#bytes + bytes <= this.#maxBytes) return;
    }
    throw new Error("The log's memory is full (memoryRunLog({ maxBytes })).");
  }

  #forget(key: string): void {
    const run = this.#runs.get(key);
    if (!run) return;
    this.#bytes -= run.bytes;
    this.#runs.delete(key);
    ring(run);
  }
}

/** @throws {TypeError} for what is not a key of ours: nothing that a client has written is one. */
function checkKey(key: string): void {
  if (!/^[0-9a-f]{64}$/.test(key)) throw new TypeError("A run's key is 64 hexadecimal digits.");
}

function newRun(): Run {
  return {
    events: [],
    rings: new Set(),
    size: 0,
    bytes: 0,
    until: 0,
    keepFor: 0,
    attendedUntil: 0,
    isOver: false,
    isStopped: false,
    batch: undefined,
  };
}

function ring({ rings }: Run): void {
  for (const bell of [...rings]) bell();
}
