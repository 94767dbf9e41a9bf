import type { OptionRule } from "../options.js";

/** Where a service is: `https`, this machine, or what is meant seen from the page. */
export const aBaseUrl: OptionRule = [
  "an address of https (http for localhost only), or one seen from the page such as /duffel, without user, query or fragment",
  (value) => typeof value === "string" && readBaseUrl(value) !== undefined,
];

/** All of an address, without a slash at its end; `undefined` for one that is not used. */
export function readBaseUrl(text: string): string | undefined {
  const page = (globalThis as { location?: { href?: string } }).location?.href;
  const isRelative = !URL.canParse(text);
  const base = isRelative ? page : undefined;
  if (text.trim() === "" || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  const isPlain = !(url.username || url.password || url.search || url.hash);
  return isPlain && (isSafe(url) || isRelative) && /^https?:$/.test(url.protocol)
    ? url.href.replace(/\/+$/, "")
    : undefined;
}

/** Whether nobody on the way can read what is sent there. */
export function isSafe({ protocol, hostname }: URL): boolean {
  const isHere = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && isHere);
}
