/** One line of what DevTools shows of an entry. */
export type Property = [name: string, value: string];

/** Entries of the timeline. */
export interface Entry {
  readonly name: string;
  /** The tool's. */
  readonly track: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly color: "primary" | "secondary-light" | "tertiary-light" | "error";
  readonly properties: readonly Property[];
}

/** So many entries of ours are kept: a browser keeps every one until it is told otherwise. */
const MOST_ENTRIES = 1000;

/**
 * The page's performance timeline. `detail.devtools` is what Chromium's DevTools put on tracks of their own ("Customize your
 * performance data with extensibility API", developer.chrome.com).
 */
export class Timeline {
  readonly #names = new Set<string>();
  #count = 0;

  /** Adds an entry. Throws what the page has put in the place of `performance.measure`. */
  add({ name, track, start, end, color, properties }: Entry): void {
    if (this.#count >= MOST_ENTRIES) this.#clear();
    this.#count += 1;
    this.#names.add(name);
    const { timeOrigin } = performance;
    performance.measure(name, {
      start: start - timeOrigin,
      end: end - timeOrigin,
      detail: {
        devtools: {
          dataType: "track-entry",
          track,
          trackGroup: "Agent tools",
          color,
          properties,
          tooltipText: name,
        },
      },
    });
  }

  #clear(): void {
    for (const name of this.#names) performance.clearMeasures(name);
    this.#names.clear();
    this.#count = 0;
  }
}
