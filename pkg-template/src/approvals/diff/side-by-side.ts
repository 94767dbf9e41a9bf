import type { DiffLine } from "./unified-diff.js";

/** Lines that stand next to each other: the old one and the new one. An annotation takes the whole row. */
export interface DiffRow {
  readonly before?: DiffLine;
  readonly after?: DiffLine;
  readonly note?: DiffLine;
}

/** The lines of a hunk in two columns: a removed line stands next to the line that was added in its place. */
export function sideBySide(lines: readonly DiffLine[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
      const [before, after] = [removed[at], added[at]];
      rows.push({ ...(before && { before }), ...(after && { after }) });
    }
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === "removed") {
      // Earlier additions belong to another place.
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === "added") added.push(line);
    else {
      flush();
      rows.push(line.kind === "note" ? { note: line } : { before: line, after: line });
    }
  }
  flush();
  return rows;
}
