/** How many bytes become text in one go: a function takes no more arguments than that everywhere. */
const some = 0x8000;

/** Bytes as base64, without `Buffer`. */
export function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += some) {
    text += String.fromCharCode(...bytes.subarray(at, at + some));
  }
  return btoa(text);
}
