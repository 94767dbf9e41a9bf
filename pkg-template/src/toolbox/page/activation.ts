import { inputType } from "../../dom/fields.js";
import { flatParentOf } from "../../dom/flat-tree.js";
import { controlOf, controlsOf, formOf, isSubmitButton } from "../../dom/forms.js";
import {
  attributeOf,
  documentOf,
  hasAttribute,
  isSvg,
  matches,
  nameOf,
  namespaceOf,
  readMember,
} from "../../dom/members.js";
import { addressOr, isNewWindow, type RawAddress } from "./address.js";

/** An action that a click may set off by itself, besides the page's own handlers. */
export interface Activation {
  readonly links: readonly Element[];
  readonly submitters: readonly Element[];
}

/**
 * The links and buttons that a click on an element may activate: every link and every submit button on the event's
 * path, through slots and shadow roots, and on that of the control that a label forwards it to. HTML lets the innermost
 * act alone; browsers follow a link around a button as well, so that each of them counts.
 */
export function activatedBy(element: Element): Activation {
  const links = new Set<Element>();
  const submitters = new Set<Element>();
  const starts = [element];
  for (const start of starts) {
    for (let each: Element | null = start; each; each = flatParentOf(each)) {
      if (isLink(each)) links.add(each);
      if (isSubmitButton(each) && formOf(each)) submitters.add(each);
      const labelled = nameOf(each) === "label" ? controlOf(each) : null;
      if (labelled && !starts.includes(labelled)) starts.push(labelled);
    }
  }
  return { links: [...links], submitters: [...submitters] };
}

/** The target of an activation, and its side requests. */
export function addressesOf({ links, submitters }: Activation): RawAddress[] {
  return [...links.flatMap(addressesOfLink), ...submitters.flatMap(addressesOfSubmitter)];
}

/** The button by which Enter in a form submits it. */
export function defaultButton(form: HTMLFormElement): Element | undefined {
  return controlsOf(form).find(isSubmitButton);
}

/** The element that Enter presses: itself, or the button of its form. */
export function pressedByEnter(element: Element): Element | undefined {
  if (isPressed(element)) return element;
  const form = isSubmittedByEnter(element) ? formOf(element) : null;
  return (form && defaultButton(form)) ?? undefined;
}

/** Returns true if Enter has the effect of a click. */
export function isPressed(element: Element): boolean {
  const isButton = /^(button|submit|reset|image|color|file)$/.test(inputType(element));
  return isButton || /^(a|area|button|summary)$/.test(nameOf(element));
}

/** The targets of Enter in an element. */
export function addressesOfEnter(element: Element): RawAddress[] {
  const pressed = pressedByEnter(element);
  if (pressed) return addressesOf(activatedBy(pressed));
  const form = isSubmittedByEnter(element) ? formOf(element) : null;
  return form ? addressesOfForm(form, undefined) : [];
}

/** Returns true if Enter in a field submits its form. */
export function isSubmittedByEnter(field: Element): boolean {
  const form = nameOf(field) === "input" ? formOf(field) : null;
  if (!form || /^(button|reset|file|color|hidden)$/.test(inputType(field))) return false;
  const button = defaultButton(form);
  if (button) return !matches(button, ":disabled");
  const blocks =
    /^(text|search|tel|url|email|password|date|month|week|time|datetime-local|number)$/;
  return controlsOf(form).filter((control) => blocks.test(inputType(control))).length <= 1;
}

/** The address that a form is sent to by a button, or by Enter; nothing for one that only closes a dialog. */
export function addressesOfForm(
  form: HTMLFormElement,
  submitter: Element | undefined,
): RawAddress[] {
  const own = (name: string) =>
    (submitter ? attributeOf(submitter, `form${name}`) : null) ?? attributeOf(form, name);
  if (own("method")?.trim().toLowerCase() === "dialog") return [];
  const document = documentOf(form);
  const here = readMember<string>(Document.prototype, "URL", document);
  return addressOr(document, own("action")?.trim() || here, isNewWindow(document, own("target")));
}

function addressesOfSubmitter(submitter: Element): RawAddress[] {
  const form = formOf(submitter);
  return form ? addressesOfForm(form, submitter) : [];
}

const mathMl = "http://www.w3.org/1998/Math/MathML";

function isLink(element: Element): boolean {
  const isAnchor = /^(a|area)$/.test(nameOf(element));
  return (isAnchor || namespaceOf(element) === mathMl) && hrefsOf(element).length > 0;
}

const xlink = "http://www.w3.org/1999/xlink";

/** The addresses of a link: in SVG an animation may change it, and an older attribute may contain it. */
function hrefsOf(link: Element): string[] {
  const own = attributeOf(link, "href");
  if (!isSvg(link)) return own === null ? [] : [own];
  const older = own ?? Element.prototype.getAttributeNS.call(link, xlink, "href");
  const animated = [older, animatedHref(link)].filter((href) => href !== null);
  return [...new Set(animated)];
}

function animatedHref(link: Element): string | null {
  try {
    const href = readMember<SVGAnimatedString>(SVGAElement.prototype, "href", link);
    return href.animVal || null;
  } catch {
    return null;
  }
}

/** The target of a link, and the addresses that it pings; nothing if it is code of the page. */
function addressesOfLink(link: Element): RawAddress[] {
  const document = documentOf(link);
  const isNew = isNewWindow(document, attributeOf(link, "target"));
  const isSaved = hasAttribute(link, "download");
  const led = hrefsOf(link)
    .flatMap((href) => addressOr(document, href, isNew))
    // Of another origin a browser opens what is to be downloaded.
    .filter(({ protocol, origin, pageOrigin }) => {
      return protocol !== "javascript:" && !(isSaved && origin === pageOrigin);
    });
  const pinged = (attributeOf(link, "ping") ?? "").split(/[\t\n\f\r ]+/).filter(Boolean);
  const told = pinged.flatMap((url) => addressOr(document, url, false));
  return [...led, ...told.map((address) => ({ ...address, isPing: true }))];
}
