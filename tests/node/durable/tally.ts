/** Counts of a simulation: how often something happened. */
export class Tally {
  readonly counts = new Map<string, number>();

  add(name: string, count = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + count);
  }

  /** Adds the counts of another one, as one process sends them. */
  merge(counts: Readonly<Record<string, number>>): void {
    for (const [name, count] of Object.entries(counts)) this.add(name, count);
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries([...this.counts].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** The names of the list that were never counted. */
  missing(names: readonly string[]): string[] {
    return names.filter((name) => !this.counts.has(name));
  }
}
