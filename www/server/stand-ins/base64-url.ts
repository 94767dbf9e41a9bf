/** Text as base64url of its UTF-8, in Node and in browsers. */
export function toBase64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of `toBase64Url()`. Throws when it is not base64url of a text. */
export function fromBase64Url(base64Url: string): string {
  const binary = atob(base64Url.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (each) => each.charCodeAt(0)));
}
