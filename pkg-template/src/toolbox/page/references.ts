/** References of elements: each element keeps its own for life, and no other element ever gets it. */
export class References {
  readonly #numbers = new WeakMap<Element, number>();
  readonly #elements = new Map<number, WeakRef<Element>>();
  readonly #collected = new FinalizationRegistry<number>((number) => this.#elements.delete(number));
  #last = 0;

  /** The number of an element, given to it now where it has none. */
  of(element: Element): number {
    const known = this.#numbers.get(element);
    if (known !== undefined) return known;
    this.#last += 1;
    this.#numbers.set(element, this.#last);
    this.#elements.set(this.#last, new WeakRef(element));
    this.#collected.register(element, this.#last);
    return this.#last;
  }

  /** The element of a number, which may not be in the page any more. */
  element(number: number): Element | "gone" | "unknown" {
    if (number > this.#last) return "unknown";
    return this.#elements.get(number)?.deref() ?? "gone";
  }
}
