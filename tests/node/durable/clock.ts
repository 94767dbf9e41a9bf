/** Time that passes when a schedule says so, for everything that the package asks for the time. */
export class SimulatedClock {
  readonly #timers = new Map<object, { readonly at: number; go(): void }>();
  readonly #before = [globalThis.setTimeout, globalThis.clearTimeout, Date.now, performance.now];
  #now = 0;
  #wall = 1_800_000_000_000;

  /** Takes the place of the machine's timers and clocks. */
  install(): void {
    Object.assign(globalThis, {
      setTimeout: (go: () => void, milliseconds = 0) => {
        const id = {};
        this.#timers.set(id, { at: this.#now + milliseconds, go });
        return id;
      },
      clearTimeout: (id: object) => void this.#timers.delete(id),
    });
    Date.now = () => this.#wall;
    performance.now = () => this.#now;
  }

  restore(): void {
    const [set, clear, wall, monotonic] = this.#before;
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
    Object.assign(Date, { now: wall });
    Object.assign(performance, { now: monotonic });
  }

  get now(): number {
    return this.#now;
  }

  /** Lets time pass; timers that are due go off in their order. */
  tick(milliseconds: number): void {
    this.#now += milliseconds;
    this.#wall += milliseconds;
    const due = [...this.#timers].filter(([, { at }]) => at <= this.#now);
    due.sort(([, one], [, other]) => one.at - other.at);
    for (const [id, { go }] of due) if (this.#timers.delete(id)) go();
  }

  /** Lets time pass until the next timer goes off. Returns false if there is none. */
  toNextTimer(): boolean {
    let next = Number.POSITIVE_INFINITY;
    for (const { at } of this.#timers.values()) next = Math.min(next, at);
    if (next === Number.POSITIVE_INFINITY) return false;
    this.tick(Math.max(0, next - this.#now));
    return true;
  }

  /** Resolves after a time. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void setTimeout(resolve, milliseconds));
  }

  /** The person sets the clock back: timers do not notice. */
  setBack(milliseconds: number): void {
    this.#wall -= milliseconds;
  }

  /** Forgets all timers. */
  clear(): void {
    this.#timers.clear();
  }
}
