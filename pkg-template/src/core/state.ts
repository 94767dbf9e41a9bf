/** Whether the core can be called: one state for the whole page, whichever entry loaded it. */

let ready = false;
let announce: () => void = () => {};

/** Resolves when the core can be called. Never rejects: a failed `init()` may be tried again. */
export const whenReady: Promise<void> = new Promise((resolve) => {
  announce = resolve;
});

const waiting: (() => void)[] = [];

/** Does something as soon as the core can be called: now, if it can, else in the order it was asked for. */
export function whenLoaded(work: () => void): void {
  if (ready) work();
  else waiting.push(work);
}

/** The core, or the JSON Schema module, was used before it was loaded. */
export class NotInitializedError extends Error {
  override readonly name = "NotInitializedError";
  /** A stable name for the failure. */
  readonly code = "not_initialized";

  constructor(what: string, message?: string) {
    super(
      message ??
        `${what} was used before the ag-ui-lit core was loaded. Call \`await init()\` first, ` +
          'or import "ag-ui-lit/inline", which is ready at import.',
    );
  }
}

export function markReady(): void {
  ready = true;
  for (const work of waiting.splice(0)) {
    try {
      work();
    } catch (thrown) {
      // A failure of one affects neither the others nor the loading of the core.
      console.error(thrown);
    }
  }
  announce();
}

export function isReady(): boolean {
  return ready;
}

/** Throws unless the core can be called. `what` names the thing that was used. */
export function requireCore(what: string): void {
  if (!ready) throw new NotInitializedError(what);
}
