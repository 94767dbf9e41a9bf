import {
  controlsOf,
  isUnchecked,
  isValid,
  requestSubmit,
  type SubmitButton,
  submitButton,
} from "../dom/forms.js";
import {
  contains,
  hasAttribute,
  listen,
  matches,
  nameOf,
  removeAttribute,
  rootOf,
  setAttribute,
} from "../dom/members.js";
import { ToolFailure } from "../errors/tool-failure.js";
import { openToAnswers, type SubmitAnswer } from "./agent-submit-event.js";
import { elsewhereBy, redirects } from "./destination.js";
import type { SubmissionEnd } from "./submission-end.js";
import { invalidControls } from "./validity.js";

/** The result for the model when the page gave no answer. */
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
  /** Returns true if the form has been submitted, or is known not to be. */
  isSettled(): boolean;
}

/**
 * The next submission of a form, by a person or a call, for a call. One that a button outside of the form leads
 * elsewhere is held back, and so is one to a destination outside of the call's declaration: the model's input is not
 * sent there.
 */
export function nextSubmission(
  form: HTMLFormElement,
  elsewhere: readonly string[],
  call: SubmissionEnd,
): Submission {
  const { signal } = call;
  const over = new AbortController();
  const heard = { signal: over.signal, capture: true };
  let isSettled = false;
  const answer = new Promise<SubmitAnswer>((resolve, reject) => {
    const refuse = (reason: unknown): void => {
      isSettled = true;
      reject(reason);
    };
    signal.addEventListener("abort", () => refuse(signal.reason), { signal: over.signal });
    listen(form, "reset", () => refuse(discarded("The form was reset.")), heard);
    const onSubmit = (event: Event): void => {
      if (event.target !== form) return;
      const button = (event as SubmitEvent).submitter ?? undefined;
      if (button && !contains(form, button) && redirects(button)) {
        hold(event);
        console.warn(outsideButton, button);
        return;
      }
      const place = elsewhereBy(form, button as SubmitButton | undefined);
      if (place !== undefined && !elsewhere.includes(place)) {
        hold(event);
        refuse(misled(place));
        return;
      }
      isSettled = true;
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
  // A call that fails before it waits does not handle this rejection.
  answered.catch(() => {});
  const ended = answer.then(
    () => true,
    () => false,
  );
  return { answered, ended, isSettled: () => isSettled };
}

const outsideButton =
  "<ag-ui-agent>: a form that waits for its submission is not submitted by a button outside of it with an action, method, target or encoding of its own. Put the button inside of the form.";

function hold(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function misled(place: string): ToolFailure {
  return new ToolFailure(
    `The form has changed: it would now send what was filled in to ${place}. Nothing was submitted.`,
    { category: "permanent" },
  );
}

/**
 * Submits a form as its own button does, and with its own controls: those elsewhere that name the form stay out.
 *
 * @throws {ToolFailure} when there is something wrong with its controls: the browser would not submit it.
 */
export function submit(form: HTMLFormElement): void {
  const button = submitButton(form);
  if (button && matches(button, ":disabled")) {
    throw new ToolFailure("The form's button is disabled: the page does not take it now.", {
      category: "permanent",
    });
  }
  withoutOthers(form, () => {
    if (!isUnchecked(form) && !isValid(form)) {
      throw new ToolFailure(`The form does not take these values:${invalidControls(form)}`, {
        category: "validation",
      });
    }
    requestSubmit(form, button);
  });
}

/** Disables the controls outside of a form that name it, while it is submitted. */
function withoutOthers(form: HTMLFormElement, submit: () => void): void {
  const others = controlsOf(form).filter(
    (control) =>
      /^(input|select|textarea|button)$|-/.test(nameOf(control)) &&
      !contains(form, control) &&
      !hasAttribute(control, "disabled"),
  );
  for (const other of others) setAttribute(other, "disabled", "");
  try {
    submit();
  } finally {
    for (const other of others) removeAttribute(other, "disabled");
  }
}

/** A call that ended without a submission: nothing failed, and there is nothing to try again. */
export function discarded(why: string): ToolFailure {
  return new ToolFailure(`${why} Nothing was submitted.`, {
    category: "cancelled",
    retryable: false,
  });
}
