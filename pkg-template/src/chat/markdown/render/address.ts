import { decodeReferences } from "../lexing/entities.js";

/** The schemes of links by default. */
export const LINK_SCHEMES: readonly string[] = ["https", "http", "mailto", "tel"];

/** The schemes of pictures. */
const IMAGE_SCHEMES: ReadonlySet<string> = new Set(["https:", "http:", "blob:"]);

/** An address as the browser understands it, relative to the document. */
export function addressOf(href: string, isLiteral: boolean): URL | undefined {
  const text = isLiteral ? href : decodeReferences(href);
  try {
    // As in CommonMark a backslash is one, and no slash.
    const encoded = encodeURI(text).replaceAll("%25", "%");
    return new URL(encoded, typeof document === "undefined" ? undefined : document.baseURI);
  } catch {
    return undefined;
  }
}

/** Returns true if a link may lead to an address. One with a user's name looks like another: `https://bank.example@evil.example`. */
export function isLinkAddress(url: URL, schemes: ReadonlySet<string>): boolean {
  return schemes.has(url.protocol.slice(0, -1)) && url.username === "" && url.password === "";
}

/** Returns true if a picture may be asked for at an address: one of a server, or one that the address contains. */
export function isImageAddress(url: URL): boolean {
  if (IMAGE_SCHEMES.has(url.protocol)) return url.username === "" && url.password === "";
  return url.protocol === "data:" && /^data:image\/(?:png|jpe?g|gif|webp|avif)[;,]/i.test(url.href);
}
