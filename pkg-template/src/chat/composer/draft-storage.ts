import { isArray } from "../../codec/safe-read.js";

/** The one key in `sessionStorage`. Thread ids are data of its value. */
const KEY = "ag-ui-lit.drafts";
const MOST_DRAFTS = 20;
const LONGEST_DRAFT = 100_000;
const LONGEST_THREAD_ID = 1_000;
/** A longer value was not written here. */
const LONGEST_VALUE = 4_000_000;

type Entry = readonly [threadId: string, text: string];

/** The stored draft of a thread; empty where there is none, and where storage fails or holds something else. */
export function storedDraft(threadId: string): string {
  return readEntries().find(([id]) => id === threadId)?.[1] ?? "";
}

/**
 * Stores the draft of a thread, and forgets the oldest of more than 20. An empty draft is removed; a draft of more than 100,000
 * characters is not stored. Nothing happens where storage fails: it may be full or forbidden.
 */
export function storeDraft(threadId: string, text: string): void {
  if (threadId.length > LONGEST_THREAD_ID) return;
  const entries = readEntries();
  const others = entries.filter(([id]) => id !== threadId);
  const isKept = text !== "" && text.length <= LONGEST_DRAFT;
  if (!isKept && others.length === entries.length) return;
  const next: readonly Entry[] = isKept ? [...others, [threadId, text]] : others;
  try {
    if (next.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(next.slice(-MOST_DRAFTS)));
  } catch {
    // A page's author can't do anything about it, and the draft is in memory.
  }
}

function readEntries(): readonly Entry[] {
  try {
    const value = sessionStorage.getItem(KEY);
    if (value === null || value.length > LONGEST_VALUE) return [];
    const entries: unknown = JSON.parse(value);
    return isArray(entries) ? entries.filter(isEntry).slice(-MOST_DRAFTS) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  return isArray(value) && value.length === 2 && value.every((each) => typeof each === "string");
}
