/** Width of a preview in pixels: enough for a small picture on a sharp screen. */
const WIDTH = 112;
/** A taller preview is cut off. */
const MOST_HEIGHT = 4 * WIDTH;

/**
 * A small picture of an image file; `undefined` for a file that the browser can't draw. It is drawn, so there is no address to be
 * revoked, and the page's content security policy needs no `blob:`.
 */
export async function drawPreview(file: Blob): Promise<HTMLCanvasElement | undefined> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { resizeWidth: WIDTH, resizeQuality: "medium" });
  } catch {
    return undefined;
  }
  const canvas = document.createElement("canvas");
  canvas.width = bitmap.width;
  canvas.height = Math.min(bitmap.height, MOST_HEIGHT);
  canvas.part.add("preview");
  // The file's name stands next to it.
  canvas.setAttribute("aria-hidden", "true");
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas;
}
