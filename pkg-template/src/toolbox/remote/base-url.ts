import type { OptionRule } from "../../options/check-options.js";

/** The address of a service: `https`, this machine, or a path relative to the page. */
export const aBaseUrl: OptionRule = [
  "an address of https (http for localhost only), or one seen from the page such as /duffel, without user, query or fragment",
  (value) => typeof value === "string" && isUsed(value),
];

/** The page's own server may be asked as the page is; another one by `https`. */
const isUsed = (text: string): boolean =>
  readBaseUrl(text) !== undefined && (!URL.canParse(text) || isSafe(new URL(text)));

/** All of an address, without a slash at its end; `undefined` for one that is not used. */
export function readBaseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : ofPage(text);
  const isPlain = url && !(url.username || url.password || url.search || url.hash);
  return isPlain ? url.href.replace(/\/+$/, "") : undefined;
}

/** Resolves a path against the page: on its own server, of any scheme. */
function ofPage(path: string): URL | undefined {
  const page = (globalThis as { location?: { href?: string } }).location?.href;
  if (!/^\.{0,2}\//.test(path) || !URL.canParse(path, page)) return undefined;
  const url = new URL(path, page);
  return url.origin === new URL(page as string).origin ? url : undefined;
}

/** Returns true if a request to the address can't be read on the way. */
export function isSafe({ protocol, hostname }: URL): boolean {
  const isHere = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && isHere);
}
