import { fieldOf, isDisabled, isReadOnly } from "../../dom/fields.js";
import { isIn, parentOf, pathOf } from "../../dom/flat-tree.js";
import { controlOf, formOf, isSubmitButton } from "../../dom/forms.js";
import {
  allIn,
  boxesOf,
  documentOf,
  hasAttribute,
  matches,
  nameOf,
  styleOf,
} from "../../dom/members.js";
import { isSecret } from "../../dom/secrets.js";
import {
  activatedBy,
  addressesOf,
  addressesOfEnter,
  isSubmittedByEnter,
  pressedByEnter,
} from "./activation.js";
import { bringIntoView, comesToRest, hitOf, imageOf } from "./hit.js";
import type { Part } from "./part.js";
import { shown } from "./shown.js";

/** The possible actions on an element, as `Target` in `crates/toolbox/src/page/target.rs`. */
export async function inspect(part: Part, element: Element, confirmFor: string): Promise<object> {
  const isShown = isPerceived(element);
  const isMoving = isShown && !(await rests(element));
  const hit = hitOf(element);
  // A click hits the element in its middle, and uses a label's control.
  const on = hit.point ? hit.on : element;
  const used = labelledBy(on) ?? on;
  const activated = activatedBy(on);
  const pressed = pressedByEnter(element);
  const isSubmitting =
    isSubmittedByEnter(element) || (isSubmitButton(element) && formOf(element) !== null);
  const { links, submitters } = activated;
  const forms = submitters.map(formOf).filter((form) => form !== null);
  const touched = [element, on, used, ...submitters, ...links, ...forms];
  return {
    isShown,
    isMoving,
    isDisabled: isDisabled(element) || isInDisabled(element),
    isInert: isInert(element),
    hasSize: hasSize(element),
    isCovered: !hit.point || !touched.every((each) => part.holds(each) || isAround(each, part)),
    isOutOfView: !hit.point && hit.isOutOfView,
    cover: hit.point ? null : part.referenceOf(hit.cover),
    submits: submitters.length > 0,
    leadsTo: addressesOf(activated),
    enterSubmits: isSubmitting,
    enterLeadsTo: addressesOfEnter(element),
    entersOutside: pressed !== undefined && !part.holds(pressed),
    isSelected: confirmFor !== "" && touched.some((each) => isSelected(each, confirmFor)),
    field: fieldOf(element),
    isSecret: isSecret(element, false),
    isReadOnly: isReadOnly(element),
  };
}

/** Returns true for an ancestor of the part: actions inside the part do not use it. */
function isAround(element: Element, part: Part): boolean {
  return isIn(part.root(), element);
}

async function rests(element: Element): Promise<boolean> {
  bringIntoView(element);
  return comesToRest(element);
}

/** The control that a click there uses by way of a label. */
function labelledBy(element: Element): Element | null {
  for (const each of pathOf(element)) if (nameOf(each) === "label") return controlOf(each);
  return null;
}

/** Returns true if an element, or one around it, matches the selector of `confirmFor`. */
function isSelected(element: Element, selector: string): boolean {
  for (let each: Element | null = element; each; each = parentOf(each)) {
    if (matches(each, selector)) return true;
  }
  return false;
}

/** Returns true if a person perceives an element: it and its ancestors are shown. */
export function isPerceived(element: Element): boolean {
  let isSelf = true;
  // An area has no box of its own: its image is the visible element.
  for (const each of pathOf(imageOf(element) ?? element)) {
    const style = styleOf(each);
    if (!style) return false;
    const seen = shown(each, style, false);
    if (seen.self === "no" && !isInertOnly(each)) return false;
    if (isSelf && seen.self !== "yes") return false;
    if (!isSelf && isClosed(each, element)) return false;
    isSelf = false;
  }
  return true;
}

function isClosed(outer: Element, inner: Element): boolean {
  if (nameOf(outer) !== "details" || hasAttribute(outer, "open")) return false;
  let child = inner;
  for (let each = parentOf(inner); each && each !== outer; each = parentOf(each)) child = each;
  return nameOf(child) !== "summary";
}

/** Returns true for an element that is inert, but not hidden. */
function isInertOnly(element: Element): boolean {
  return hasAttribute(element, "inert") && styleOf(element)?.display !== "none";
}

function isInert(element: Element): boolean {
  for (let each: Element | null = element; each; each = parentOf(each)) {
    if (hasAttribute(each, "inert")) return true;
    // Behind a modal dialog everything is.
    if (nameOf(each) === "body" && isBehindModal(documentOf(each), element)) return true;
  }
  return false;
}

function isBehindModal(document: Document, element: Element): boolean {
  const modals = allIn(document, "dialog").filter((dialog) => matches(dialog, ":modal"));
  return modals.length > 0 && !modals.some((modal) => isIn(element, modal));
}

function isInDisabled(element: Element): boolean {
  for (let each = parentOf(element); each; each = parentOf(each)) {
    if (
      /^(button|select|fieldset)$/.test(nameOf(each)) &&
      nameOf(each) !== "fieldset" &&
      isDisabled(each)
    )
      return true;
  }
  return false;
}

function hasSize(element: Element): boolean {
  return boxesOf(imageOf(element) ?? element).some(({ width, height }) => width > 0 && height > 0);
}
