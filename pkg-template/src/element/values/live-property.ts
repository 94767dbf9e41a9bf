/**
 * A property of an agent that gives what there is at the moment it is asked, while a run goes on. What the page writes
 * into it stands until the run changes it again, as with `@ag-ui/client`.
 */
export class LiveProperty<T> {
  readonly #target: object;
  readonly #key: string;
  #known: { readonly value: T } | undefined;

  /** Whether an object's property is a plain one, which can be made a live one. */
  static fits(target: object, key: string): boolean {
    const plain = Object.getOwnPropertyDescriptor(target, key);
    return Boolean(plain?.configurable && plain.writable);
  }

  constructor(target: object, key: string, look: () => T) {
    this.#target = target;
    this.#key = key;
    this.#known = { value: Reflect.get(target, key) };
    Object.defineProperty(target, key, {
      configurable: true,
      enumerable: true,
      get: () => {
        this.#known ??= { value: look() };
        return this.#known.value;
      },
      set: (value: T) => {
        this.#known = { value };
      },
    });
  }

  /** What was looked at is not what there is any more. */
  renew(): void {
    this.#known = undefined;
  }

  /** Makes it a plain property again. */
  close(): void {
    const value: unknown = Reflect.get(this.#target, this.#key);
    const plain = { configurable: true, enumerable: true, writable: true, value };
    Object.defineProperty(this.#target, this.#key, plain);
  }
}
