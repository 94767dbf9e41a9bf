let drawn: string | undefined;

/**
 * Random bits per page, so that ids differ between tabs. Drawn on first use: some server runtimes forbid it while
 * modules are imported. `randomUUID` is missing on pages served without TLS.
 */
function page(): string {
  drawn ??= Array.from(crypto.getRandomValues(new Uint32Array(2)), (bits) =>
    bits.toString(16).padStart(8, "0"),
  ).join("");
  return drawn;
}

let count = 0;

/**
 * Names the executions of one manager: ids that no other execution has, in this tab or another, and that contain a key.
 */
export class ExecutionIds {
  readonly #number = ++count;
  #known: string | undefined;

  get #prefix(): string {
    this.#known ??= `exec-${page()}-${this.#number}-`;
    return this.#known;
  }

  /** The id of the execution with a key. */
  of(key: number): string {
    return this.#prefix + key;
  }

  /** The key of the execution with an id; `undefined` when the id is not of this manager. */
  keyOf(id: string): number | undefined {
    const key = String(id).startsWith(this.#prefix) ? Number(id.slice(this.#prefix.length)) : 0;
    return key > 0 && this.of(key) === id ? key : undefined;
  }
}
