/** Callbacks by the id that they wait for. */
export class Rings {
  readonly #rings = new Map<string, Set<() => void>>();

  /** Returns true if nobody waits for anything. */
  get isEmpty(): boolean {
    return this.#rings.size === 0;
  }

  /** The ids that somebody waits for. */
  get ids(): Iterable<string> {
    return this.#rings.keys();
  }

  /** Returns true if somebody waits for an id. */
  has(id: string): boolean {
    return this.#rings.has(id);
  }

  /** Adds a callback. Returns the function that removes it. */
  add(id: string, ring: () => void): () => void {
    // Of its own: one function may be added twice, and is removed once each time.
    const own = (): void => ring();
    const rings = this.#rings.get(id) ?? new Set();
    this.#rings.set(id, rings.add(own));
    return () => {
      if (rings.delete(own) && rings.size === 0) this.#rings.delete(id);
    };
  }

  /**
   * Calls back everybody who waits for an id. An exception of a callback is reported as unhandled, and stops no other.
   */
  ring(id: string): void {
    for (const ring of this.#rings.get(id) ?? []) queueMicrotask(ring);
  }

  /** Calls back everybody. */
  ringAll(): void {
    for (const id of [...this.#rings.keys()]) this.ring(id);
  }
}
