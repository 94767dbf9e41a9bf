/** A failure of a model that the person in front of the page may read; its message must not hold a secret. */
export class ModelError extends Error {
  override readonly name = "ModelError";

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}
