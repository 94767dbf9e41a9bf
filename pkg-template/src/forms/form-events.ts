/** The events of a form that a call has filled in and a person is to submit. Both bubble and are composed. */
export interface FormToolEventMap {
  /**
   * The form waits for the person. `preventDefault()` keeps the focus and the notice for screen readers away, for a
   * page that has its own way.
   */
  "ag-ui-form-filled": CustomEvent<{ readonly toolName: string }>;
  /** The form waits no more: it was submitted, or the call ended without that. */
  "ag-ui-form-released": CustomEvent<{ readonly toolName: string; readonly isSubmitted: boolean }>;
}

declare global {
  interface GlobalEventHandlersEventMap extends FormToolEventMap {}

  /** @see https://github.com/webmachinelearning/webmcp/blob/main/declarative-api-explainer.md */
  interface SubmitEvent {
    /** Whether a tool call has filled in the form. */
    readonly agentInvoked?: boolean;
    /**
     * Answers the call with what the promise resolves to. There only when `agentInvoked`; call `preventDefault()`
     * first.
     *
     * @throws {DOMException} `InvalidStateError` when the default was not prevented, or the call was answered already.
     */
    respondWith?(response: unknown): void;
  }
}
