import { ToolFailure } from "../execution/tool-failure.js";
import { openToAnswers, type SubmitAnswer } from "./agent-submit-event.js";
import type { CallEnd } from "./call-end.js";
import {
  hasAttribute,
  isValid,
  listen,
  requestSubmit,
  rootOf,
  submitButton,
} from "./form-access.js";
import { invalidControls } from "./validity.js";

/** What the model reads when the page gave no answer of its own. */
const submitted = "The form was submitted.";

/** A submission that is waited for. */
export interface Submission {
  /**
   * Resolves to what the page answered. Rejects when the form is reset, or at the end of the call. Nothing is left
   * behind, however it ends.
   */
  readonly answered: Promise<unknown>;
  /** Resolves when the form waits no more, to whether it was submitted. Never rejects. */
  readonly ended: Promise<boolean>;
  /** Whether the form has been submitted. */
  isSubmitted(): boolean;
}

/** The next submission of a form, by whomever, for a call. */
export function nextSubmission(form: HTMLFormElement, call: CallEnd): Submission {
  const { signal } = call;
  const over = new AbortController();
  const heard = { signal: over.signal, capture: true };
  let isSubmitted = false;
  const answer = new Promise<SubmitAnswer>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { signal: over.signal });
    listen(form, "reset", () => reject(discarded("The form was reset.")), heard);
    const onSubmit = (event: Event): void => {
      if (event.target !== form) return;
      isSubmitted = true;
      call.submitted();
      over.abort();
      const close = openToAnswers(event);
      // After the page's handlers, and before the browser can have left the page.
      setTimeout(() => resolve(close()));
    };
    // Before any handler of the page: at the root, for `submit` does not leave a shadow tree.
    listen(rootOf(form), "submit", onSubmit, heard);
  });
  const answered = answer
    .finally(() => over.abort())
    .then(({ isGiven, response }) => (isGiven ? response : submitted));
  // A call that fails before it waits leaves it to nobody.
  answered.catch(() => {});
  const ended = answer.then(
    () => true,
    () => false,
  );
  return { answered, ended, isSubmitted: () => isSubmitted };
}

/**
 * Submits a form as its button does.
 *
 * @throws {ToolFailure} when there is something wrong with its controls: the browser would not submit it.
 */
export function submit(form: HTMLFormElement): void {
  const button = submitButton(form);
  if (button?.matches(":disabled")) {
    throw new ToolFailure("The form's button is disabled: the page does not take it now.", {
      category: "permanent",
    });
  }
  const isUnchecked = hasAttribute(form, "novalidate") || button?.formNoValidate === true;
  if (!isUnchecked && !isValid(form)) {
    throw new ToolFailure(`The form does not take these values:${invalidControls(form)}`, {
      category: "validation",
    });
  }
  requestSubmit(form, button);
}

/** A call that ended without a submission: nothing failed, and there is nothing to try again. */
export function discarded(why: string): ToolFailure {
  return new ToolFailure(`${why} Nothing was submitted.`, {
    category: "cancelled",
    retryable: false,
  });
}
