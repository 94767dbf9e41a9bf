import { ModelFailure } from "ag-ui-lit/server";

/** A failure of a model that the person in front of the page may read; its message must not hold a secret. */
export class ModelError extends ModelFailure {
  override readonly name = "ModelError";

  constructor(message: string, code: string) {
    super(message, { code });
  }
}
