/** A refusal the client is told about: an HTTP status, a stable code and a sentence a person can act on. */
export class HttpError extends Error {
  override readonly name = "HttpError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly options: { issues?: readonly Issue[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
  }
}

/** One fault in a request, and where it is: `messages[2].role`. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}
