import { LONGEST_ID } from "./stored-json.js";

// The thread that a tab showed last, for its next page. A tab that is duplicated begins with the same.

/** The id of the thread that this tab showed last; `undefined` where that is not known. */
export function lastThread(storeName: string): string | undefined {
  try {
    const id = sessionStorage.getItem(keyOf(storeName));
    return id !== null && id !== "" && id.length <= LONGEST_ID ? id : undefined;
  } catch {
    // There is no storage, or it is forbidden.
    return undefined;
  }
}

/** Remembers the thread that this tab shows. */
export function rememberThread(storeName: string, threadId: string): void {
  try {
    sessionStorage.setItem(keyOf(storeName), threadId);
  } catch {
    // As above; then the thread that changed last is opened.
  }
}

function keyOf(storeName: string): string {
  return `ag-ui-lit-thread:${storeName}`;
}
