/**
 * A reason why the page can't do something: `AccessFailure` of `crates/toolbox/src/page/access.rs`, which has their
 * texts.
 */
export type FailureKind =
  | { readonly kind: "unknown" | "gone" | "outside"; readonly reference: string }
  | { readonly kind: "closedFrame" | "noRoot" | "noScreenshots" | "approvalPending" }
  | { readonly kind: "stopped"; readonly href: string }
  | { readonly kind: "other"; readonly message: string };

export class AccessFailure extends Error {
  readonly failure: FailureKind;

  constructor(failure: FailureKind) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** The reply to the module: the result, or the reason of its absence. */
export async function reply(work: () => unknown): Promise<string> {
  try {
    return done(await work());
  } catch (thrown) {
    return refused(thrown);
  }
}

/** The same for synchronous work. */
export function replyAtOnce(work: () => object): string {
  try {
    return done(work());
  } catch (thrown) {
    return refused(thrown);
  }
}

function done(what: unknown): string {
  return JSON.stringify({ done: what ?? null });
}

function refused(thrown: unknown): string {
  if (thrown instanceof AccessFailure) return JSON.stringify({ failed: thrown.failure });
  throw thrown;
}
