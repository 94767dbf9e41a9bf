import { attributeOf, hasAttribute, matches, nameOf, parentOf, read, windowOf } from "./dom.js";
import { inputType } from "./fields.js";

/** Where an address leads, as `Address` in `crates/toolbox/src/page/consent.rs`. */
export interface RawAddress {
  readonly href: string;
  readonly protocol: string;
  readonly origin: string;
  readonly pageOrigin: string;
  readonly isSameDocument: boolean;
  readonly isNewWindow: boolean;
}

/** An address as it is meant in a document. @throws {TypeError} when it is none. */
export function addressIn(document: Document, url: string, isNewWindow = false): RawAddress {
  const here = read<string>(Document.prototype, "URL", document);
  // Of a frame without an address of its own, the origin is that of the page around it.
  const pageOrigin = windowOf(document)?.origin ?? new URL(here).origin;
  const { href, protocol, origin } = new URL(
    url,
    read<string>(Node.prototype, "baseURI", document),
  );
  const withoutPlace = (address: string) => address.replace(/#.*$/s, "");
  const isSameDocument = href.includes("#") && withoutPlace(href) === withoutPlace(here);
  return { href, protocol, origin, pageOrigin, isSameDocument, isNewWindow };
}

/** The link that a click on an element follows, or the button that it submits by. */
export function clicked(element: Element): { link?: Element; submitter?: Element } {
  for (let each: Element | null = element; each; each = parentOf(each)) {
    const name = nameOf(each);
    if (
      (name === "a" || name === "area") &&
      (hasAttribute(each, "href") || hasAttribute(each, "xlink:href"))
    ) {
      return { link: each };
    }
    if (name === "button" || name === "input") return isSubmitter(each) ? { submitter: each } : {};
  }
  return {};
}

function isSubmitter(element: Element): boolean {
  const type = nameOf(element) === "button" ? buttonType(element) : inputType(element);
  return (type === "submit" || type === "image") && formOf(element) !== null;
}

function buttonType(button: Element): string {
  return read(HTMLButtonElement.prototype, "type", button);
}

/** The form of a control. */
export function formOf(control: Element): HTMLFormElement | null {
  const prototypes = [HTMLInputElement, HTMLButtonElement, HTMLSelectElement, HTMLTextAreaElement];
  for (const { prototype } of prototypes) {
    try {
      return read(prototype, "form", control);
    } catch {
      // It is a control of another kind.
    }
  }
  return null;
}

/** The button by which Enter in a form submits it. */
export function defaultButton(form: HTMLFormElement): Element | undefined {
  const controls = read<HTMLFormControlsCollection>(HTMLFormElement.prototype, "elements", form);
  const images = matches(form, "*") ? Array.from(controls) : [];
  return images.find(isSubmitter);
}

/** Whether Enter in a field submits its form. */
export function isSubmittedByEnter(field: Element): boolean {
  const form = nameOf(field) === "input" ? formOf(field) : null;
  if (!form || /^(button|reset|file|color|hidden)$/.test(inputType(field))) return false;
  const button = defaultButton(form);
  if (button) return !matches(button, ":disabled");
  const controls = read<HTMLFormControlsCollection>(HTMLFormElement.prototype, "elements", form);
  const blocks =
    /^(text|search|tel|url|email|password|date|month|week|time|datetime-local|number)$/;
  return Array.from(controls).filter((control) => blocks.test(inputType(control))).length <= 1;
}

/** Where a form is sent to by a button, or by Enter; nothing of one that only closes a dialog. */
export function actionOf(
  form: HTMLFormElement,
  submitter: Element | undefined,
): RawAddress | undefined {
  const own = (name: string) =>
    (submitter ? attributeOf(submitter, `form${name}`) : null) ?? attributeOf(form, name);
  if (own("method")?.toLowerCase() === "dialog") return undefined;
  const document = read<Document>(Node.prototype, "ownerDocument", form);
  const here = read<string>(Document.prototype, "URL", document);
  return addressOr(document, own("action") || here, isNewWindow(own("target")));
}

/** Where a link leads; nothing where it is code of the page. */
export function linkAddress(link: Element): RawAddress | undefined {
  const href = attributeOf(link, "href") ?? attributeOf(link, "xlink:href") ?? "";
  const document = read<Document>(Node.prototype, "ownerDocument", link);
  const address = addressOr(document, href, isNewWindow(attributeOf(link, "target")));
  // Of another origin a browser opens what is to be downloaded.
  const isSaved = hasAttribute(link, "download") && address?.origin === address?.pageOrigin;
  return address?.protocol === "javascript:" || isSaved ? undefined : address;
}

function isNewWindow(target: string | null): boolean {
  return !!target && !/^_(self|parent|top)$/i.test(target);
}

function addressOr(document: Document, url: string, isNew: boolean): RawAddress | undefined {
  try {
    return addressIn(document, url, isNew);
  } catch {
    return undefined;
  }
}
