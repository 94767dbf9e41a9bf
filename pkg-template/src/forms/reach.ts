import { flatParentOf } from "../dom/flat-tree.js";
import { controlsOf, isSubmitButton, typeOf } from "../dom/forms.js";
import {
  attributeOf,
  boxOf,
  contains,
  dispatch,
  hasAttribute,
  matches,
  nameOf,
  removeAttribute,
  setAttribute,
} from "../dom/members.js";
import { after } from "../execution/timer.js";

/** The interval of checks whether a waiting form is on the screen, in milliseconds: no event reports style changes. */
const lookEveryMs = 250;

/**
 * The number of consecutive misses after which a form can't be reached. One may be a transition, or the page opening
 * it.
 */
const mostMisses = 2;

/**
 * Calls back, once, when no person can reach a form any more, or never could. With `isOpening` the page itself brings
 * it to the screen: its absence counts only after it was there.
 *
 * @returns a function that ends the watch.
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

/** Opens the same as a browser's search in the page: closed `<details>`, and `hidden="until-found"` elements. */
export function reveal(form: HTMLFormElement): void {
  for (let inner: Element = form; ; ) {
    const outer = flatParentOf(inner);
    revealOne(inner);
    if (!outer) return;
    if (nameOf(outer) === "details" && !isSummary(inner)) setAttribute(outer, "open", "");
    inner = outer;
  }
}

function isSummary(element: Element): boolean {
  return nameOf(element) === "summary";
}

function revealOne(element: Element): void {
  const hidden = attributeOf(element, "hidden");
  if (hidden?.toLowerCase() !== "until-found") return;
  const event = new Event("beforematch", { bubbles: true });
  dispatch(element, event);
  removeAttribute(element, "hidden");
}

/** Returns true if a person can reach any part of a form: one of its buttons, or a field to press Enter in. */
function isReachable(form: HTMLFormElement): boolean {
  const controls = controlsOf(form).filter((control) => isForPeople(form, control));
  return controls.length > 0 ? controls.some(isSeen) : isSeen(form);
}

function isForPeople(form: HTMLFormElement, control: Element): boolean {
  const name = nameOf(control);
  if (/^(fieldset|output|object)$/.test(name)) return false;
  if (typeOf(control) === "hidden" || matches(control, ":disabled")) return false;
  return isSubmitButton(control) || (name !== "button" && contains(form, control));
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

/** Returns true if the element has an extent, and no clipping ancestor, such as a folded panel, lacks one. */
function hasRoom(element: Element): boolean {
  if (isEmpty(boxOf(element))) return false;
  let { position } = getComputedStyle(element);
  for (let each = flatParentOf(element); each; each = flatParentOf(each)) {
    if (position === "fixed" || nameOf(each) === "body") return true;
    const style = getComputedStyle(each);
    // A positioned element is clipped only by a positioned ancestor.
    if (position === "absolute" && style.position === "static") continue;
    const isCutting = style.overflowX !== "visible" || style.overflowY !== "visible";
    const isBox = !/^(inline|contents)$/.test(style.display);
    if (isCutting && isBox && isEmpty(boxOf(each))) {
      return false;
    }
    position = style.position;
  }
  return true;
}

function isEmpty({ width, height }: DOMRect): boolean {
  return width === 0 || height === 0;
}
