import { messageOf } from "./describe.js";

/**
 * An address for a message: without user, password, query and fragment, which may hold a token, and which would reach
 * logs and reports with the message.
 */
export function addressOf(url: string | URL): string {
  const text = String(url);
  const base = typeof document === "undefined" ? undefined : document.baseURI;
  try {
    const { origin, protocol, pathname } = new URL(text, base);
    // Relative as it was given, where it was.
    if (!/^[a-z][a-z0-9+.-]*:|^\/\//i.test(text)) return text.split(/[?#]/, 1)[0] ?? "";
    return origin === "null"
      ? `${protocol}${protocol === "data:" ? "…" : pathname}`
      : origin + pathname;
  } catch {
    return text.split(/[?#]/, 1)[0] ?? "";
  }
}

/** The error of `fetch` in a form that may be reported: browsers quote refused addresses with user and password. */
export function fetchFault(url: string | URL, cause: unknown): unknown {
  const [whole, shown] = [String(url), addressOf(url)];
  const message = messageOf(cause);
  if (whole === shown || !message.includes(whole)) return cause;
  return new TypeError(message.replaceAll(whole, shown));
}
