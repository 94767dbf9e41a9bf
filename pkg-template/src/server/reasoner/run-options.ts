/** How a request is answered. */
export interface ReasonerRunOptions {
  /** Aborted when the client is gone: nothing more begins, and what has begun is finished and kept for its next request. */
  readonly signal?: AbortSignal;
  /** Whether the model is asked again where a tool of the server has failed, and nothing is the client's to run. */
  readonly continueAfterFailure?: boolean;
}
