/**
 * As an event's listeners are treated: what code of the page throws is the page's to hear of, and stops nobody else. Node
 * has no `reportError`: there it is thrown where nobody else is disturbed.
 */
export function report(thrown: unknown): void {
  try {
    if (typeof reportError === "function") reportError(thrown);
    else
      queueMicrotask(() => {
        throw thrown;
      });
  } catch {
    // Somebody has put something else in their place.
  }
}
