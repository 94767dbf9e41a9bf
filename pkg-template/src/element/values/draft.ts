/**
 * Copies on look: a tree of plain objects and arrays is changed in place until somebody is shown it, and what was shown
 * never changes later. Whoever changes an object asks for one of its own first, from the root down; it gets a copy of
 * that one object when it was shown meanwhile. So a change costs what is on its path, and nothing when nobody looks.
 */
export class Draft {
  #own = new WeakSet<object>();

  /** What there is now is shown: from here on it stays as it is. */
  share(): void {
    this.#own = new WeakSet();
  }

  /** The object when it may be changed, else a copy that may: the caller puts it where the object was. */
  own<T extends object>(value: T): T {
    if (this.#own.has(value)) return value;
    const copy = (Array.isArray(value) ? value.slice() : { ...value }) as T;
    this.#own.add(copy);
    return copy;
  }
}
