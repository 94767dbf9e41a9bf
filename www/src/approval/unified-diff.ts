/** A line of a change, with its number in the file before and after it; a note is about the lines around it. */
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
  /** What is said outside of them, such as that the change is too long to be written down. */
  readonly notes: readonly string[];
  readonly added: number;
  readonly removed: number;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const KINDS: Readonly<Record<string, "same" | "removed" | "added">> = {
  " ": "same",
  "-": "removed",
  "+": "added",
};

/** Reads a change in the unified format. Nothing of it is left out: what is no line of a hunk stays as a note. */
export function readDiff(diff: string): Diff {
  const hunks: DiffLine[][] = [];
  const notes: string[] = [];
  const counts = { same: 0, added: 0, removed: 0 };
  let before = { next: 0, left: 0 };
  let after = { next: 0, left: 0 };
  for (const line of diff.replace(/\n$/, "").split("\n")) {
    const head = HUNK.exec(line);
    const kind = KINDS[line.charAt(0)];
    const isInside = before.left > 0 || after.left > 0;
    if (isInside && kind) {
      counts[kind] += 1;
      const numbers = {
        ...(kind !== "added" && { before: before.next }),
        ...(kind !== "removed" && { after: after.next }),
      };
      hunks.at(-1)?.push({ kind, text: line.slice(1), ...numbers });
      if (kind !== "added") before = { next: before.next + 1, left: before.left - 1 };
      if (kind !== "removed") after = { next: after.next + 1, left: after.left - 1 };
    } else if (head) {
      before = { next: Number(head[1]), left: Number(head[2] ?? 1) };
      after = { next: Number(head[3]), left: Number(head[4] ?? 1) };
      hunks.push([]);
    } else if (hunks.length > 0) hunks.at(-1)?.push({ kind: "note", text: line });
    // The heading names the file, which is shown above the change anyway.
    else if (!/^(?:--- |\+\+\+ |$)/.test(line)) notes.push(line);
  }
  return { hunks, notes, added: counts.added, removed: counts.removed };
}
