/**
 * A line of a change, with its number in the file before and after it; an annotation (`note`) is about the lines around
 * it.
 */
export interface DiffLine {
  readonly kind: "same" | "removed" | "added" | "note";
  readonly before?: number;
  readonly after?: number;
  readonly text: string;
}

/** A change of a file. */
export interface Diff {
  /** Lines that stand together, part by part. */
  readonly hunks: readonly (readonly DiffLine[])[];
  /** Text outside of them, such as that the change is too long to be written down. */
  readonly notes: readonly string[];
  readonly added: number;
  readonly removed: number;
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

const kinds: Readonly<Record<string, "same" | "removed" | "added">> = {
  " ": "same",
  "-": "removed",
  "+": "added",
};

/** Reads a change in the unified format. Nothing is left out: a line outside of hunks stays as an annotation. */
export function readDiff(diff: string): Diff {
  const reader = new DiffReader();
  for (const line of diff.replace(/\n$/, "").split("\n")) reader.read(line);
  const { hunks, notes, counts } = reader;
  return { hunks, notes, added: counts.added, removed: counts.removed };
}

class DiffReader {
  readonly hunks: DiffLine[][] = [];
  readonly notes: string[] = [];
  readonly counts = { same: 0, added: 0, removed: 0 };
  #before = { next: 0, left: 0 };
  #after = { next: 0, left: 0 };

  read(line: string): void {
    const kind = kinds[line.charAt(0)];
    // Within a hunk every line is content, even one that looks like a heading.
    const isInside = this.#before.left > 0 || this.#after.left > 0;
    const head = hunkHead.exec(line);
    if (kind && isInside) this.#content(kind, line);
    else if (head) this.#begin(head);
    else if (this.hunks.length > 0) this.hunks.at(-1)?.push({ kind: "note", text: line });
    // The heading names the file, which is shown above the change anyway.
    else if (!/^(?:--- |\+\+\+ |$)/.test(line)) this.notes.push(line);
  }

  #begin([, before, beforeCount, after, afterCount]: RegExpExecArray): void {
    this.#before = { next: Number(before), left: Number(beforeCount ?? 1) };
    this.#after = { next: Number(after), left: Number(afterCount ?? 1) };
    this.hunks.push([]);
  }

  #content(kind: "same" | "removed" | "added", line: string): void {
    this.counts[kind] += 1;
    const before = kind === "added" ? {} : { before: this.#before.next };
    const after = kind === "removed" ? {} : { after: this.#after.next };
    this.hunks.at(-1)?.push({ kind, text: line.slice(1), ...before, ...after });
    if (kind !== "added") this.#before = following(this.#before);
    if (kind !== "removed") this.#after = following(this.#after);
  }
}

function following({ next, left }: { readonly next: number; readonly left: number }) {
  return { next: next + 1, left: left - 1 };
}
