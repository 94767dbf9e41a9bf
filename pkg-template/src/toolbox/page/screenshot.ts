import { parentOf } from "../../dom/flat-tree.js";
import { boxOf, isElement, nameOf, styleOf, windowOf } from "../../dom/members.js";
import { isSecret } from "../../dom/secrets.js";
import { AccessFailure } from "./access-failure.js";
import { rememberImage } from "./kept-images.js";
import type { Part } from "./part.js";

type Library = Pick<typeof import("modern-screenshot"), "domToPng">;

type Options = import("modern-screenshot").Options;

/** Loads what draws, when it is needed first: it is an optional peer. */
export async function loadLibrary(): Promise<Library> {
  try {
    return await import("modern-screenshot");
  } catch {
    throw new AccessFailure({ kind: "noScreenshots" });
  }
}

/** As `Picture` in `crates/toolbox/src/page/screenshot.rs`. */
interface Picture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly dataUrl: string;
  readonly isScaled: boolean;
}

/** The maximum time for fetching one of a page's images or fonts, in milliseconds. */
const longestFetch = 10_000;

/** Draws an element as PNG within the maximum size, and keeps it; of the whole part only the visible area. */
export async function screenshot(
  part: Part,
  of: Element | undefined,
  mostPixels: number,
): Promise<Picture> {
  const { domToPng } = await loadLibrary();
  const element = of ?? part.root();
  const box = boxOf(element);
  const view = of ? undefined : windowOf(element);
  const left = view ? Math.max(0, -box.left) : 0;
  const top = view ? Math.max(0, -box.top) : 0;
  const width = Math.min(box.width - left, view?.innerWidth ?? Number.POSITIVE_INFINITY);
  const height = Math.min(box.height - top, view?.innerHeight ?? Number.POSITIVE_INFINITY);
  if (width < 1 || height < 1) {
    const message = "There is nothing to draw: the element has no extent on the screen.";
    throw new AccessFailure({ kind: "other", message });
  }
  const scale = Math.min(1, mostPixels / width, mostPixels / height);
  const dataUrl = await domToPng(element, {
    width,
    height,
    scale,
    timeout: longestFetch,
    backgroundColor: backgroundOf(element),
    style: { transform: `translate(${-left}px, ${-top}px)`, transformOrigin: "0 0", margin: "0" },
    ...maskingSecrets(part, element),
  });
  return {
    name: rememberImage(dataUrl),
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    dataUrl,
    isScaled: scale < 1,
  };
}

/**
 * Inputs with secrets are drawn with dots, always the same number; other secrets, and elements that are ignored, are
 * left out. The library asks about a node right before it copies it, and an input has no children that could come
 * between.
 */
function maskingSecrets(part: Part, root: Element): Pick<Options, "filter" | "onCloneEachNode"> {
  let isNextSecret = isSecret(root, part.readsSensitive);
  return {
    filter(node) {
      if (!isElement(node)) return true;
      if (part.isIgnored(node)) return false;
      const secret = isSecret(node, part.readsSensitive);
      isNextSecret = secret && nameOf(node) === "input";
      return !secret || isNextSecret;
    },
    onCloneEachNode(cloned) {
      if (isNextSecret && isElement(cloned)) cloned.setAttribute("value", "••••••••");
      isNextSecret = false;
    },
  };
}

/** The background behind an element: a picture without it would be dark in places. */
function backgroundOf(element: Element): string {
  for (let each: Element | null = element; each; each = parentOf(each)) {
    const color = styleOf(each)?.backgroundColor ?? "";
    if (color && !/^rgba\(.*, 0\)$|^transparent$/.test(color)) return color;
  }
  return "white";
}
