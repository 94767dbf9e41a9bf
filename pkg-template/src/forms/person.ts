import { ownControlsOf, submitButton } from "../dom/forms.js";
import {
  attributeText,
  createElement,
  dispatch,
  documentOf,
  focus,
  removeAttribute,
  setAttribute,
} from "../dom/members.js";
import type { FormToolEventMap } from "./form-events.js";
import { reveal, watchReach } from "./reach.js";

/** The attribute that marks the form meanwhile, for a style sheet. */
const mark = "data-tool-active";

/**
 * Shows a person that a form waits. `lost` is called when no person can reach the form, so that waiting is pointless.
 * The returned function reverts everything.
 */
export function presentToPerson(
  form: HTMLFormElement,
  toolName: string,
  lost: () => void,
): (isSubmitted: boolean) => void {
  setAttribute(form, mark, "");
  const wantsHelp = dispatch(form, eventOf("ag-ui-form-filled", { toolName }, true));
  if (wantsHelp) reveal(form);
  const notice = wantsHelp ? notify(form) : undefined;
  if (wantsHelp) focusOn(form);
  const stop = watchReach(form, !wantsHelp, lost);
  return (isSubmitted) => {
    stop();
    notice?.remove();
    removeAttribute(form, mark);
    dispatch(form, eventOf("ag-ui-form-released", { toolName, isSubmitted }, false));
  };
}

/** An alert is read out although the focus moves at the same time. */
function notify(form: HTMLFormElement): HTMLElement {
  const notice = createElement(documentOf(form), "span");
  notice.setAttribute("role", "alert");
  notice.textContent =
    attributeText(form, "toolnotice") ||
    "This form was filled in for you. Check it, then submit it.";
  Object.assign(notice.style, {
    position: "absolute",
    width: "1px",
    height: "1px",
    overflow: "hidden",
    clipPath: "inset(50%)",
    whiteSpace: "nowrap",
  });
  // Inside the form, so that screen readers announce it even if the form is in a modal dialog.
  Node.prototype.appendChild.call(form, notice);
  return notice;
}

function focusOn(form: HTMLFormElement): void {
  const target = submitButton(form) ?? ownControlsOf(form)[0];
  if (target) focus(target, { focusVisible: true } as FocusOptions);
}

function eventOf<Type extends keyof FormToolEventMap>(
  type: Type,
  detail: FormToolEventMap[Type]["detail"],
  cancelable: boolean,
): Event {
  return new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable });
}
