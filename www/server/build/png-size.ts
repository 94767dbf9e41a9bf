/** The first bytes of every PNG, in Base64, up to where its width stands. */
const SIGNATURE = "iVBORw0KGgoAAAANSUhEUg";

/** The width and height in pixels of a PNG in Base64; undefined of anything else. */
export function pngSize(base64: string): { width: number; height: number } | undefined {
  if (!base64.startsWith(SIGNATURE) || base64.length < 32) return undefined;
  const bytes = Uint8Array.from(atob(base64.slice(0, 32)), (char) => char.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
