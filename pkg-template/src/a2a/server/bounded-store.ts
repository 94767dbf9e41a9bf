/** A kept value, and its owner. */
interface Entry<Value> {
  readonly owner: string;
  readonly value: Value;
  readonly size: number;
}

/** The bounds of a store. */
export interface StoreBounds<Value> {
  /** The maximum number of values. */
  readonly most: number;
  /** The maximum number of bytes of all values. */
  readonly mostBytes: number;
  /** The order of a value's eviction: `"never"` while it is in progress, `"first"` when no client waits for it. */
  leaves(value: Value): "never" | "first" | "last";
}

/**
 * A store with limits of number and bytes. Over a limit, the owner with the most values loses some: finished ones
 * first, the oldest before the others, then waiting ones. Values in progress stay, so that no owner can evict another's
 * work.
 */
export class BoundedStore<Value> {
  readonly #bounds: StoreBounds<Value>;
  /** Oldest change first. */
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #byOwner = new Map<string, number>();
  #size = 0;

  constructor(bounds: StoreBounds<Value>) {
    this.#bounds = bounds;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** The values of an owner. */
  *of(owner: string): Generator<Value, void> {
    for (const entry of this.#entries.values()) if (entry.owner === owner) yield entry.value;
  }

  /** Stores a value as the newest, and drops others over the limits. */
  set(key: string, owner: string, value: Value, size: number): void {
    this.#drop(key);
    this.#entries.set(key, { owner, value, size });
    this.#count(owner, size);
    while (this.#entries.size > this.#bounds.most || this.#size > this.#bounds.mostBytes) {
      const next = this.#leaving(key);
      if (next === undefined) break;
      this.#drop(next);
    }
  }

  /** Returns true if something more has room, once all that may leave has left. */
  hasRoomFor(size: number): boolean {
    let [count, bytes] = [1, size];
    for (const { value, size } of this.#entries.values()) {
      if (this.#bounds.leaves(value) !== "never") continue;
      count += 1;
      bytes += size;
    }
    return count <= this.#bounds.most && bytes <= this.#bounds.mostBytes;
  }

  /** The value to drop next; the one that was just kept comes last of all. */
  #leaving(kept: string): string | undefined {
    const owners = [...this.#byOwner].sort(([, one], [, other]) => other - one);
    for (const [owner] of owners) {
      let waiting: string | undefined;
      for (const [key, entry] of this.#entries) {
        if (entry.owner !== owner || key === kept) continue;
        const leaves = this.#bounds.leaves(entry.value);
        if (leaves === "first") return key;
        if (leaves === "last") waiting ??= key;
      }
      if (waiting !== undefined) return waiting;
    }
    const entry = this.#entries.get(kept);
    const isTooLong = entry && entry.size > this.#bounds.mostBytes;
    return isTooLong && this.#bounds.leaves(entry.value) !== "never" ? kept : undefined;
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#count(entry.owner, -entry.size);
  }

  #count(owner: string, size: number): void {
    this.#size += size;
    const all = (this.#byOwner.get(owner) ?? 0) + size;
    if (all > 0) this.#byOwner.set(owner, all);
    else this.#byOwner.delete(owner);
  }
}
