import { ToolFailure } from "../../errors/tool-failure.js";

// Sources of images. Each returns a blob, or throws an error that the model can act on.

/** The longest side of a picture that is made of an element, in pixels. */
const longestSide = 4096;

/** The image that an element of the page shows, as it shows it. */
export async function imageOfElement(selector: string): Promise<Blob> {
  const element = find(selector);
  switch (element.localName) {
    case "img":
    case "video":
    case "canvas":
      return pictureOf(element as HTMLImageElement);
    case "svg":
      throw refused(`${selector} is an SVG that the page draws; take a screenshot of it instead.`);
    default:
      throw refused(
        `${selector} is a <${element.localName}>: images of img, canvas and video elements are looked at. Take a screenshot of it instead.`,
      );
  }
}

/** Without attributes, whose values could be found out letter by letter. */
const plainSelector =
  /^(?:[\w\s#.,>+~*-]|[\u0080-\uffff]|:(?:first|last)-(?:child|of-type)|:nth-(?:child|of-type)\([\dn\s+-]+\))+$/;

function find(selector: string): Element {
  if (typeof document === "undefined") throw refused("There is no page here.");
  if (!plainSelector.test(selector)) {
    throw refused(
      "Name the image by tag, #id, .class, :first-child, :last-child or :nth-child(), as in main > img.map.",
    );
  }
  let element: Element | null;
  try {
    element = document.querySelector(selector);
  } catch {
    throw refused(`${selector.slice(0, 120)} is no CSS selector.`);
  }
  if (element?.closest("ag-ui-agent, [data-ag-ui-ignore]")) element = null;
  if (!element) throw refused(`No element of the page matches ${selector.slice(0, 120)}.`);
  return element;
}

type Drawable = HTMLImageElement | HTMLVideoElement | HTMLCanvasElement;

async function pictureOf(element: Drawable): Promise<Blob> {
  // One whose loading failed can't be decoded.
  if ("decode" in element) await element.decode().catch(() => {});
  const [width, height] = sizeOf(element);
  if (width === 0 || height === 0) {
    throw refused("The element shows nothing: its image has not loaded, or could not be.");
  }
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(element, 0, 0, canvas.width, canvas.height);
  let blob: Blob | null;
  try {
    blob = await new Promise((resolve) => canvas.toBlob(resolve));
  } catch (cause) {
    const why = "The image is from another site, which does not let this page read it.";
    throw new ToolFailure(why, { category: "permanent", code: "image_not_readable", cause });
  }
  if (!blob) throw refused("The browser could not make a picture of the element.");
  return blob;
}

function sizeOf(element: Drawable): [width: number, height: number] {
  if ("naturalWidth" in element) return [element.naturalWidth, element.naturalHeight];
  if ("videoWidth" in element) return [element.videoWidth, element.videoHeight];
  return [element.width, element.height];
}

/** A picture that was taken, kept as a data URL. */
export async function imageOfScreenshot(name: string, kept: string | undefined): Promise<Blob> {
  const base64 = kept?.match(/^data:[^,]*;base64,(.*)$/s)?.[1];
  if (base64 === undefined) {
    throw refused(
      `No picture is kept as ${name.slice(0, 120)}: take a screenshot, which says its name.`,
    );
  }
  return new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]);
}

/** A file below a directory. */
export async function imageOfFile(
  root: FileSystemDirectoryHandle | "opfs",
  path: string,
): Promise<Blob> {
  const parts = path.replace(/^\//, "").split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) {
    throw refused(`${path.slice(0, 120)} is no path below the root: write it as folder/file.png.`);
  }
  const file = parts.pop() as string;
  try {
    let directory = root === "opfs" ? await opfs() : root;
    for (const part of parts) directory = await directory.getDirectoryHandle(part);
    const handle = await directory.getFileHandle(file);
    return await handle.getFile();
  } catch (thrown) {
    throw fileFailure(path, thrown);
  }
}

async function opfs(): Promise<FileSystemDirectoryHandle> {
  const storage = typeof navigator === "undefined" ? undefined : navigator.storage;
  if (typeof storage?.getDirectory !== "function") {
    const why =
      "This browser, or this page's context, has no origin private file system: it needs a page that is served by HTTPS.";
    throw new ToolFailure(why, { category: "permanent", code: "no_file_system" });
  }
  return storage.getDirectory();
}

function fileFailure(path: string, thrown: unknown): unknown {
  const name = (thrown as { name?: unknown } | null)?.name;
  const shown = path.slice(0, 200);
  const said: Record<string, string> = {
    NotFoundError: `There is no file ${shown}.`,
    TypeMismatchError: `${shown} leads to a directory where a file must be, or the other way round.`,
    NotAllowedError: `The user has not allowed this page to read ${shown}.`,
    TypeError: `${shown} is no path that this file system knows.`,
  };
  const why = typeof name === "string" ? said[name] : undefined;
  return why === undefined ? thrown : refused(why, thrown);
}

function refused(message: string, cause?: unknown): ToolFailure {
  return new ToolFailure(message, { category: "permanent", code: "image_not_found", cause });
}
