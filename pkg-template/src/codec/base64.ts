/** The number of bytes converted at once: some engines limit the number of arguments of a function. */
const some = 0x8000;

/** Bytes as base64, without `Buffer`. */
export function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += some) {
    text += String.fromCharCode(...bytes.subarray(at, at + some));
  }
  return btoa(text);
}

/** The bytes of a base64 text. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
