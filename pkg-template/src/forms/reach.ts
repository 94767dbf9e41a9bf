import { after } from "../execution/timer.js";
import {
  contains,
  controlsOf,
  flatParentOf,
  hasAttribute,
  isSubmitButton,
  localNameOf,
} from "./form-access.js";

/** How often a form that waits for a person is looked for on the screen, in milliseconds: no event reports a style. */
const lookEveryMs = 250;

/** A form that is not seen so many times in a row can't be reached. Once may be a transition, or a page that opens it. */
const mostMisses = 2;

/**
 * Calls back, once, when no person can get at a form any more, or never could. With `isOpening` the page itself brings
 * it to the screen: until it is there nothing is said.
 *
 * @returns what ends the watch.
 */
export function watchReach(
  form: HTMLFormElement,
  isOpening: boolean,
  lost: () => void,
): () => void {
  let missed = 0;
  let isAwaited = isOpening;
  let callOff = (): void => {};
  const look = (): void => {
    const isReached = isReachable(form);
    if (isReached) isAwaited = false;
    missed = isReached || isAwaited ? 0 : missed + 1;
    if (missed >= mostMisses) lost();
    else callOff = after(lookEveryMs, look);
  };
  // After the page has had a moment to bring it to the screen.
  callOff = after(0, look);
  return () => callOff();
}

/** Opens what a browser opens when it finds a text there: closed `<details>`, and what is hidden until it is found. */
export function reveal(form: HTMLFormElement): void {
  for (let inner: Element = form; ; ) {
    const outer = flatParentOf(inner);
    revealOne(inner);
    if (!outer) return;
    if (localNameOf(outer) === "details" && !isSummary(inner))
      (outer as HTMLDetailsElement).open = true;
    inner = outer;
  }
}

function isSummary(element: Element): boolean {
  return localNameOf(element) === "summary";
}

function revealOne(element: Element): void {
  const hidden = Element.prototype.getAttribute.call(element, "hidden");
  if (hidden?.toLowerCase() !== "until-found") return;
  const event = new Event("beforematch", { bubbles: true });
  EventTarget.prototype.dispatchEvent.call(element, event);
  Element.prototype.removeAttribute.call(element, "hidden");
}

/** Whether a person can get at something of a form: one of its buttons, or a field to press Enter in. */
function isReachable(form: HTMLFormElement): boolean {
  const controls = controlsOf(form).filter((control) => isForPeople(form, control));
  return controls.length > 0 ? controls.some(isSeen) : isSeen(form);
}

function isForPeople(form: HTMLFormElement, control: Element): boolean {
  const { localName } = control;
  if (localName === "fieldset" || localName === "output" || localName === "object") return false;
  if ((control as HTMLInputElement).type === "hidden" || control.matches(":disabled")) return false;
  return isSubmitButton(control) || (localName !== "button" && contains(form, control));
}

function isSeen(element: Element): boolean {
  const options = {
    contentVisibilityAuto: false,
    opacityProperty: true,
    visibilityProperty: true,
  };
  if (Element.prototype.checkVisibility?.call(element, options) === false) return false;
  return hasRoom(element) && !isInert(element);
}

function isInert(element: Element): boolean {
  for (let each: Element | null = element; each; each = flatParentOf(each)) {
    if (hasAttribute(each, "inert")) return true;
  }
  return false;
}

/** Whether neither the element nor what cuts it off, such as a folded panel, has no extent. */
function hasRoom(element: Element): boolean {
  if (isEmpty(Element.prototype.getBoundingClientRect.call(element))) return false;
  let { position } = getComputedStyle(element);
  for (let each = flatParentOf(element); each; each = flatParentOf(each)) {
    if (position === "fixed" || localNameOf(each) === "body") return true;
    const style = getComputedStyle(each);
    // What is positioned is cut off only by what is positioned.
    if (position === "absolute" && style.position === "static") continue;
    const isCutting = style.overflowX !== "visible" || style.overflowY !== "visible";
    const isBox = !/^(inline|contents)$/.test(style.display);
    if (isCutting && isBox && isEmpty(Element.prototype.getBoundingClientRect.call(each))) {
      return false;
    }
    position = style.position;
  }
  return true;
}

function isEmpty({ width, height }: DOMRect): boolean {
  return width === 0 || height === 0;
}
