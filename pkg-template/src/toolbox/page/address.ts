import { allIn, attributeOf, readMember, windowOf } from "../../dom/members.js";

/** A destination, as `Address` in `crates/toolbox/src/page/consent.rs`. */
export interface RawAddress {
  readonly href: string;
  readonly protocol: string;
  readonly origin: string;
  readonly pageOrigin: string;
  readonly isSameDocument: boolean;
  readonly isNewWindow: boolean;
  /** Whether it is only notified that a link was followed (`ping`). */
  readonly isPing?: boolean;
}

/** An address resolved in a document. @throws {TypeError} if it is invalid. */
export function addressIn(document: Document, url: string, isNewWindow = false): RawAddress {
  const here = readMember<string>(Document.prototype, "URL", document);
  // Of a frame without an address of its own, the origin is that of the page around it.
  const pageOrigin = windowOf(document)?.origin ?? new URL(here).origin;
  const { href, protocol, origin } = new URL(
    url,
    readMember<string>(Node.prototype, "baseURI", document),
  );
  const withoutPlace = (address: string) => address.replace(/#.*$/s, "");
  const isSameDocument = href.includes("#") && withoutPlace(href) === withoutPlace(here);
  return { href, protocol, origin, pageOrigin, isSameDocument, isNewWindow };
}

/** An address in a document, if it is one. */
export function addressOr(document: Document, url: string, isNew: boolean): RawAddress[] {
  try {
    return [addressIn(document, url, isNew)];
  } catch {
    return [];
  }
}

/** Returns true if a target, or the one that the document has for all, is a window of its own. */
export function isNewWindow(document: Document, target: string | null): boolean {
  const [base] = target === null ? allIn(document, "base[target]") : [];
  const named = base ? attributeOf(base, "target") : target;
  return !!named && !/^_(self|parent|top)$/i.test(named);
}

/**
 * Returns true if navigation to an address is allowed, like `Consent` in `crates/toolbox/src/page/consent.rs`, which
 * decides beforehand: this is for navigation by the page during an action.
 */
export function isAllowed(address: RawAddress, origins: readonly string[]): boolean {
  const { origin, pageOrigin, protocol, isSameDocument } = address;
  if (isSameDocument || protocol === "javascript:") return true;
  const isOwn = origin === pageOrigin && origin !== "null";
  return /^https?:$/.test(protocol) && (isOwn || origins.includes(origin));
}
