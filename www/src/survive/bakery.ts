import { pause } from "../tools/pause.js";

/** A loaf, from the moment its oven is switched on. Times are epoch milliseconds. */
export interface Loaf {
  /** The idempotency key of the call that ordered it. */
  readonly key: string;
  readonly bread: string;
  readonly begunAt: number;
  readonly readyAt: number;
}

/** A line of the diary: what happened, in which load of the page. */
export interface DiaryEntry {
  readonly at: number;
  readonly text: string;
}

/** The key of the bakery in this browser's storage, for all of its tabs. */
const KEY = "ag-ui-lit-demo-bakery";
const BAKING_TIME = 8_000;
/** The longest wait before the clock is looked at again, in milliseconds. */
const LOOK_AGAIN = 200;
/** The most loaves and lines that are kept: a few kilobytes. */
const MOST_LOAVES = 12;
const MOST_LINES = 24;
/** The longest name of a bread, and the longest line. */
const LONGEST = 200;

/**
 * A bakery outside of the page, as far as the page can tell: an oven that is on goes on without it. It stands in for a service
 * that a call reaches, and is kept in `localStorage`. Raises `change`, for changes of other tabs, too.
 */
class Bakery extends EventTarget {
  loaves: readonly Loaf[] = [];
  diary: readonly DiaryEntry[] = [];

  constructor() {
    super();
    this.#read();
    addEventListener("storage", ({ key }) => {
      if (key !== KEY && key !== null) return;
      this.#read();
      this.#changed();
    });
  }

  /** The loaf that a call has ordered, if it did. */
  loafOf(key: string): Loaf | undefined {
    this.#read();
    return this.loaves.find((loaf) => loaf.key === key);
  }

  /** Switches an oven on: each time for one more loaf, whoever asks. */
  switchOn(key: string, bread: string): Loaf {
    this.#read();
    const begunAt = Date.now();
    const loaf = { key, bread: bread.slice(0, LONGEST), begunAt, readyAt: begunAt + BAKING_TIME };
    this.loaves = [...this.loaves, loaf].slice(-MOST_LOAVES);
    this.#write();
    return loaf;
  }

  /** Waits until a loaf is ready; rejects with the signal's reason when the call is stopped. */
  async taken(key: string, signal: AbortSignal, report?: (share: number) => void): Promise<Loaf> {
    for (;;) {
      const loaf = this.loafOf(key);
      if (!loaf) throw new Error("The bakery has been cleared: there is no such loaf.");
      const { begunAt, readyAt } = loaf;
      const rest = readyAt - Date.now();
      if (rest <= 0) return loaf;
      report?.(Math.max(0, Math.min(0.99, 1 - rest / (readyAt - begunAt))));
      await pause(Math.min(rest, LOOK_AGAIN), signal);
    }
  }

  /** Writes a line into the diary. */
  note(text: string): void {
    this.#read();
    this.diary = [...this.diary, { at: Date.now(), text: text.slice(0, LONGEST) }].slice(
      -MOST_LINES,
    );
    this.#write();
  }

  clear(): void {
    this.loaves = [];
    this.diary = [];
    this.#write();
  }

  #read(): void {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      const { loaves, diary } = Object(stored) as Record<string, unknown>;
      this.loaves = listOf(loaves, isLoaf).slice(-MOST_LOAVES);
      this.diary = listOf(diary, isEntry).slice(-MOST_LINES);
    } catch {
      // No storage, or not what was written: this page's own loaves go on.
    }
  }

  #write(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify({ loaves: this.loaves, diary: this.diary }));
    } catch {
      // Without storage nothing outlives the page. The chat's warning says so.
    }
    this.#changed();
  }

  #changed(): void {
    this.dispatchEvent(new Event("change"));
  }
}

function listOf<T>(value: unknown, isOne: (value: unknown) => value is T): readonly T[] {
  return Array.isArray(value) ? value.filter(isOne) : [];
}

function isLoaf(value: unknown): value is Loaf {
  const { key, bread, begunAt, readyAt } = Object(value) as Record<string, unknown>;
  return isText(key) && isText(bread) && isTime(begunAt) && isTime(readyAt) && begunAt < readyAt;
}

function isEntry(value: unknown): value is DiaryEntry {
  const { at, text } = Object(value) as Record<string, unknown>;
  return isTime(at) && isText(text);
}

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= LONGEST;
/** A time that a `Date` can have. */
const isTime = (value: unknown): value is number =>
  typeof value === "number" && value >= 0 && value <= 8.64e15;

/** The one of this browser. */
export const bakery = new Bakery();
