/** Something that is done from beginning to end before the next one is begun. */
export interface QueuedTurn {
  /** Does it. Must not reject. */
  run(): Promise<unknown>;
  /** A more urgent one has come: `run`, under way or still to be called, is to end at once. */
  yield(): void;
}

/**
 * Turns, one after the other. An urgent one ends the turn under way and comes next, behind the urgent ones before it:
 * those are ended as well, so that what they had to say is said and nothing else happens in between. The turns that
 * wait keep their order behind it.
 */
export class TurnQueue {
  readonly #urgent: QueuedTurn[] = [];
  readonly #waiting: QueuedTurn[] = [];
  #current: QueuedTurn | undefined;

  /** Puts a turn behind all others. */
  add(turn: QueuedTurn): void {
    this.#waiting.push(turn);
    this.#wake();
  }

  /** Puts a turn before all that wait, behind those that were put there before it. */
  addFirst(turn: QueuedTurn): void {
    this.#urgent.push(turn);
    this.#wake();
  }

  /** Puts a turn before all that wait, and ends what is under way and what else is urgent. */
  interrupt(turn: QueuedTurn): void {
    const passed = [this.#current, ...this.#urgent];
    this.addFirst(turn);
    for (const one of passed) one?.yield();
  }

  /** What comes next is under way from here on, but begun later, so that who added it may still take it back. */
  #wake(): void {
    if (this.#current) return;
    this.#current = this.#urgent.shift() ?? this.#waiting.shift();
    const turn = this.#current;
    if (turn) queueMicrotask(() => void this.#take(turn));
  }

  async #take(turn: QueuedTurn): Promise<void> {
    try {
      await turn.run();
    } catch {
      // Whoever waits for it has heard of it; the next one is begun all the same.
    }
    this.#current = undefined;
    this.#wake();
  }
}
