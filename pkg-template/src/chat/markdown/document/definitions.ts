/** A text that refers to links which are not defined. */
export interface WaitingText {
  /** Its length. */
  readonly cost: number;
  /** Reads it again. */
  again(): void;
}

/** Finds the texts that refer to a link when it is defined behind them: they are read again. */
export class Definitions {
  readonly #waiting = new Map<string, Set<WaitingText>>();
  readonly #postponed = new Set<WaitingText>();
  #allowance = 65_536;

  /** More text has come, so that more of it may be read again before the end: the work stays in proportion to the text. */
  allow(characters: number): void {
    this.#allowance += 4 * characters;
  }

  /** Has a text read again when one of the labels is defined. */
  wait(labels: readonly string[], text: WaitingText): void {
    for (const label of labels) {
      const waiting = this.#waiting.get(label);
      if (waiting) waiting.add(text);
      else this.#waiting.set(label, new Set([text]));
    }
  }

  /** Labels have been defined. */
  define(labels: readonly string[]): void {
    for (const label of labels) {
      const waiting = this.#waiting.get(label);
      this.#waiting.delete(label);
      for (const text of waiting ?? []) {
        this.#allowance -= text.cost;
        if (this.#allowance >= 0) text.again();
        else this.#postponed.add(text);
      }
    }
  }

  /** The text has ended: what was postponed is read. */
  end(): void {
    for (const text of this.#postponed) text.again();
    this.#postponed.clear();
  }
}
