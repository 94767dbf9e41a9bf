/** Why the page can't do it, as `Trouble` in `crates/toolbox/src/page/access.rs`, which has the words. */
export type TroubleKind =
  | { readonly kind: "unknown" | "gone" | "outside"; readonly reference: string }
  | { readonly kind: "closedFrame" | "noRoot" | "noScreenshots" }
  | { readonly kind: "other"; readonly message: string };

export class Trouble extends Error {
  readonly trouble: TroubleKind;

  constructor(trouble: TroubleKind) {
    super(trouble.kind);
    this.trouble = trouble;
  }
}

/** What the module reads: what was done, or why it could not be. */
export async function reply(work: () => unknown): Promise<string> {
  try {
    return JSON.stringify({ done: (await work()) ?? null });
  } catch (thrown) {
    if (thrown instanceof Trouble) return JSON.stringify({ trouble: thrown.trouble });
    throw thrown;
  }
}
