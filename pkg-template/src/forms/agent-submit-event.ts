/**
 * Gives a `submit` event `agentInvoked` and `respondWith()`, as the WebMCP proposal writes them: see form-events.ts.
 */

/** The page's answer to a submission. */
export interface SubmitAnswer {
  /** Whether `respondWith()` was called. */
  readonly isGiven: boolean;
  readonly response: unknown;
}

/** Marks an event as one of a call. The returned function ends the time to answer, and returns the answer. */
export function openToAnswers(event: Event): () => SubmitAnswer {
  let isOpen = true;
  let answer: SubmitAnswer = { isGiven: false, response: undefined };
  const respondWith = (response: unknown): void => {
    if (!event.defaultPrevented) refuse("call preventDefault() before respondWith()");
    if (answer.isGiven) refuse("respondWith() was called already");
    if (!isOpen) refuse("respondWith() was called after the event");
    answer = { isGiven: true, response };
    // The call may have ended; a rejection is then ignored.
    Promise.resolve(response).catch(() => {});
  };
  Object.defineProperties(event, {
    agentInvoked: { value: true, configurable: true },
    respondWith: { value: respondWith, configurable: true },
  });
  return () => {
    isOpen = false;
    return answer;
  };
}

function refuse(why: string): never {
  throw new DOMException(`The submit event of a tool call: ${why}.`, "InvalidStateError");
}
