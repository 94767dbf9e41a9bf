/** A handler that waits for a person's answer. */
export interface AwaitedAnswer {
  /** Takes an answer. Rejects with an `InvalidAnswerError` when it is refused; the handler waits on then. */
  respond(value: unknown): Promise<void>;
}

/** By execution id, which is unique across tabs: several may wait at once. */
const awaited = new Map<string, AwaitedAnswer>();

/** Registers an execution that waits for an answer. Returns a function that removes it. */
export function awaitAnswer(executionId: string, answer: AwaitedAnswer): () => void {
  awaited.set(executionId, answer);
  return () => {
    if (awaited.get(executionId) === answer) awaited.delete(executionId);
  };
}

/** The answer that an execution waits for, if there is one. */
export function answerAwaitedBy(executionId: string | undefined): AwaitedAnswer | undefined {
  return executionId === undefined ? undefined : awaited.get(executionId);
}
