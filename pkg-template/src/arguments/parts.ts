import { report } from "../events/report.js";
import type { BuilderListener, ValueBuilder } from "./value-builder.js";

/** A path into arguments: keys and indexes, `"*"` for any. */
export type PathPattern = readonly (string | number)[];

/** A part of the arguments, as it is now. */
export interface ArgumentsPart {
  /** The path of the part. */
  readonly path: readonly (string | number)[];
  /** The value of the part so far. */
  readonly value: unknown;
  /** The added text, for a string; empty otherwise. */
  readonly delta: string;
  /** Whether the part is complete. */
  readonly isComplete: boolean;
}

/** Gets a part of the arguments each time something was added to it. */
export type ArgumentsListener = (part: ArgumentsPart) => void;

interface Watch {
  readonly pattern: PathPattern;
  readonly listener: ArgumentsListener;
}

/** The listeners for parts of a value. */
export class Parts implements BuilderListener {
  readonly #watches = new Set<Watch>();

  /** Returns true if there are listeners. */
  get isWatched(): boolean {
    return this.#watches.size > 0;
  }

  /** Begins to watch, with existing values first; returns a function that stops it. */
  watch(builder: ValueBuilder, pattern: PathPattern, listener: ArgumentsListener): () => void {
    const watch = { pattern: [...pattern], listener };
    for (const [path, value] of matches(builder.value, watch.pattern)) {
      const delta = typeof value === "string" ? value : "";
      notify(watch, { path, value, delta, isComplete: this.isComplete(builder, path) });
    }
    this.#watches.add(watch);
    builder.listener = this;
    return () => {
      this.#watches.delete(watch);
      if (!this.isWatched) builder.listener = undefined;
    };
  }

  /** Returns true if the value at a path exists and is complete. */
  isComplete(builder: ValueBuilder, path: readonly PropertyKey[]): boolean {
    if (builder.value === undefined || !exists(builder.value, path)) return false;
    if (builder.isComplete) return true;
    const open = builder.openPath;
    const isOpen = path.length <= open.length && path.every((key, at) => same(key, open[at]));
    return !isOpen;
  }

  changed(path: readonly PropertyKey[], value: unknown, isComplete: boolean, delta = ""): void {
    for (const watch of [...this.#watches]) {
      if (!this.#watches.has(watch) || !fits(path, watch.pattern)) continue;
      notify(watch, { path: [...path] as (string | number)[], value, delta, isComplete });
    }
  }
}

/** Calls listeners like those of an event: an exception is reported to the page and does not stop the others. */
function notify({ listener }: Watch, part: ArgumentsPart): void {
  try {
    listener(part);
  } catch (thrown) {
    report(thrown);
  }
}

function fits(path: readonly PropertyKey[], pattern: PathPattern): boolean {
  return (
    path.length === pattern.length && pattern.every((key, at) => key === "*" || same(key, path[at]))
  );
}

/** An index may be written as a number or as text. */
function same(one: PropertyKey | undefined, other: PropertyKey | undefined): boolean {
  return one === other || String(one) === String(other);
}

function exists(value: unknown, path: readonly PropertyKey[]): boolean {
  let holder = value;
  for (const key of path) {
    if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, key)) return false;
    holder = (holder as Record<PropertyKey, unknown>)[key];
  }
  return true;
}

function* matches(
  value: unknown,
  [key, ...rest]: PathPattern,
  path: readonly (string | number)[] = [],
): Generator<[path: readonly (string | number)[], value: unknown]> {
  if (key === undefined) {
    if (value !== undefined) yield [path, value];
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const isList = Array.isArray(value);
  const keys = key === "*" ? Object.keys(value) : Object.hasOwn(value, key) ? [key] : [];
  for (const one of keys) {
    const inner = (value as Record<string, unknown>)[one];
    yield* matches(inner, rest, [...path, isList ? Number(one) : String(one)]);
  }
}
