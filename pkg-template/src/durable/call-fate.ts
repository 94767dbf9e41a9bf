/** A finding on a call that is no result of its tool. */
export interface CallFate {
  readonly fate: "not run" | "unknown";
}

const fates = Symbol.for("ag-ui-lit.call-fate");

function fateOf(fate: CallFate["fate"]): CallFate {
  return Object.freeze(Object.defineProperty({ fate }, fates, { value: true }));
}

const itDidNotRun = fateOf("not run");
const itIsUnknown = fateOf("unknown");

/**
 * The finding of a tool's `metadata.afterReload` on a call that had no effect. The model is told so, and may make the
 * call again. Say it only where it is certain, as by a service that was asked for the call's idempotency key.
 *
 * @example
 * ```ts
 * const afterReload = async ({ idempotencyKey }: ReloadedCall) => {
 *   const response = await fetch(`/orders/${idempotencyKey}`);
 *   return response.status === 404 ? notRun() : response.json();
 * };
 * ```
 */
export function notRun(): CallFate {
  return itDidNotRun;
}

/** The finding of a tool's `metadata.afterReload` on a call whose effect it can't find out. */
export function unknownOutcome(): CallFate {
  return itIsUnknown;
}

/** The finding in a value, also of another copy of the package; `undefined` for a result. */
export function readFate(value: unknown): CallFate["fate"] | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, fates)) return undefined;
  return (value as CallFate).fate;
}
