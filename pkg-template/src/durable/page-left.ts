import { after } from "../execution/timer.js";

/**
 * The longest time that a page takes to be left, in milliseconds: a download, or a server without an answer, leaves it
 * where it is.
 */
const LONGEST_LEAVE = 10_000;

/** Resolves when it is clear that the page stays. A page that is left goes before that. */
export function pageLeft(): Promise<void> {
  return new Promise((resolve) => void after(LONGEST_LEAVE, resolve));
}
