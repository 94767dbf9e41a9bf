import {
  actionOf,
  clicked,
  defaultButton,
  formOf,
  isSubmittedByEnter,
  linkAddress,
} from "./address.js";
import {
  allIn,
  boxOf,
  documentOf,
  hasAttribute,
  isIn,
  matches,
  nameOf,
  parentOf,
  read,
  styleOf,
} from "./dom.js";
import { fieldOf, isDisabled, isReadOnly, isSecret } from "./fields.js";
import { bringIntoView, comesToRest, hitOf } from "./hit.js";
import type { Part } from "./part.js";
import { shown } from "./shown.js";

/** What can be done with an element, as `Target` in `crates/toolbox/src/page/target.rs`. */
export async function inspect(part: Part, element: Element, confirmFor: string): Promise<object> {
  const isShown = isPerceived(element);
  const isMoving = isShown && !(await rests(element));
  const hit = hitOf(element);
  // What lies in its middle is what a click hits, and a label's control is what it uses.
  const on = hit.point ? hit.on : element;
  const used = labelledBy(on) ?? on;
  const { link, submitter } = actingIn(on) ?? clicked(used);
  const form = submitter && formOf(submitter);
  const own = clicked(element).submitter;
  const ownForm = own && formOf(own);
  const isSubmitting = !!ownForm || isSubmittedByEnter(element);
  const field = fieldOf(element);
  const enterForm = ownForm ?? (isSubmitting ? formOf(element) : null);
  return {
    isShown,
    isMoving,
    isDisabled: isDisabled(element) || isInDisabled(element),
    isInert: isInert(element),
    hasSize: hasSize(element),
    isCovered: !hit.point || !part.holds(on) || !part.holds(used),
    cover: hit.point ? null : part.referenceOf(hit.cover),
    submits: !!form,
    leadsTo: (form && actionOf(form, submitter)) ?? (link && linkAddress(link)) ?? null,
    enterSubmits: isSubmitting,
    enterLeadsTo:
      (enterForm && actionOf(enterForm, own ?? defaultButton(enterForm))) ??
      entered(element) ??
      null,
    isSelected:
      confirmFor !== "" && [element, on, used].some((each) => isSelected(each, confirmFor)),
    field,
    isSecret: isSecret(element, false),
    isReadOnly: isReadOnly(element),
  };
}

async function rests(element: Element): Promise<boolean> {
  bringIntoView(element);
  return comesToRest(element);
}

/** The link or the button that a click there is for, if there is one. */
function actingIn(element: Element): ReturnType<typeof clicked> | undefined {
  const acting = clicked(element);
  return acting.link || acting.submitter ? acting : undefined;
}

/** The control that a click there uses by way of a label. */
function labelledBy(element: Element): Element | null {
  for (let each: Element | null = element; each; each = parentOf(each)) {
    if (nameOf(each) === "label") {
      return read<Element | null>(HTMLLabelElement.prototype, "control", each);
    }
  }
  return null;
}

/** Enter on a link follows it. */
function entered(element: Element): object | undefined {
  const name = nameOf(element);
  return name === "a" || name === "area" ? linkAddress(element) : undefined;
}

/** What is in an element that the page wants to be asked about belongs to it. */
function isSelected(element: Element, selector: string): boolean {
  for (let each: Element | null = element; each; each = parentOf(each)) {
    if (matches(each, selector)) return true;
  }
  return false;
}

/** Whether a person perceives an element: it and all that it is in. */
export function isPerceived(element: Element): boolean {
  let isSelf = true;
  for (let each: Element | null = element; each; each = parentOf(each)) {
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

/** What is inert is told apart from what is hidden. */
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
  const { width, height } = boxOf(element);
  return (
    (width > 0 && height > 0) ||
    Array.from(element.getClientRects()).some((box) => box.width > 0 && box.height > 0)
  );
}
