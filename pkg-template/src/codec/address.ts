/**
 * An address as it may stand in a message: without user, password, query and fragment, which may hold a token, and which
 * reach logs and reports with the message.
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
