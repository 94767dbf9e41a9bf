/** Whether the core can be called: one state for the whole page, whichever entry loaded it. */

let ready = false;
let announce: () => void = () => {};

/** Resolves when the core can be called. Never rejects: a failed `init()` may be tried again. */
export const whenReady: Promise<void> = new Promise((resolve) => {
  announce = resolve;
});

/** The core was used before it was loaded. */
export class NotInitializedError extends Error {
  override readonly name = "NotInitializedError";
  /** A stable name for the failure. */
  readonly code = "not_initialized";

  constructor(what: string) {
    super(
      `${what} was used before the ag-ui-lit core was loaded. Call \`await init()\` first, ` +
        'or import "ag-ui-lit/inline", which is ready at import.',
    );
  }
}

export function markReady(): void {
  ready = true;
  announce();
}

export function isReady(): boolean {
  return ready;
}

/** Throws unless the core can be called. `what` names the thing that was used. */
export function requireCore(what: string): void {
  if (!ready) throw new NotInitializedError(what);
}
