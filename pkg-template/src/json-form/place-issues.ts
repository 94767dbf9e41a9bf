import type { ValidationIssue } from "../core/raw.js";
import type { Draft } from "./draft.js";

/** An issue at the draft of the form that it is about. */
export interface PlacedIssue {
  readonly draft: Draft;
  readonly issue: ValidationIssue;
  /** The rest of the path, within a draft that has no drafts for it. */
  readonly within: readonly string[];
}

/** The most issues that a form shows. */
const mostIssues = 100;

/** Finds the draft of each issue: the one at its path, or the last on the way there. */
export function placeIssues(root: Draft, issues: readonly ValidationIssue[]): PlacedIssue[] {
  return issues.slice(0, mostIssues).map((issue) => {
    const path = Array.from(issue.path, String);
    let draft = root;
    let depth = 0;
    for (const step of path) {
      const next = childAt(draft, step);
      if (!next) break;
      draft = next;
      depth += 1;
    }
    return { draft, issue, within: path.slice(depth) };
  });
}

function childAt(draft: Draft, step: string): Draft | undefined {
  if (draft.kind === "group") return draft.members.find(({ name }) => name === step)?.draft;
  if (draft.kind !== "list" || !/^\d{1,6}$/.test(step)) return undefined;
  return draft.items[Number(step)];
}
