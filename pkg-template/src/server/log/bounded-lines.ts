/** Lines of a kind that are written one by one. */
const MOST_LINES = 20;

/**
 * Keeps what one client has caused from filling the log: of each kind of line a few are written, and of the others their number. The
 * kinds are this package's own, so there are few of them.
 */
export class BoundedLines {
  readonly #counts = new Map<string, number>();

  /** Counts a line, and returns true if it is to be written. */
  admits(kind: string): boolean {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count <= MOST_LINES;
  }

  /** The kinds of which lines were not written, and how many; counting begins anew. */
  takeRest(): readonly (readonly [kind: string, count: number])[] {
    const rest = [...this.#counts].flatMap(([kind, count]) =>
      count > MOST_LINES ? [[kind, count - MOST_LINES] as const] : [],
    );
    this.#counts.clear();
    return rest;
  }
}
