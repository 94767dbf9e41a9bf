/** Something was used after its `free()`. */
export class FreedError extends Error {
  override readonly name = "FreedError";
  /** A stable name for the failure. */
  readonly code = "freed";

  constructor(what: string) {
    super(`This ${what} was freed and can't be used any more.`);
  }
}
