import {
  boxOf,
  documentOf,
  frameDocument,
  isIn,
  nameOf,
  parentOf,
  read,
  shadowRootOf,
  windowOf,
} from "./dom.js";
import { nextFrame } from "./settle.js";

/** A place in the window of an element's document, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a click reaches an element, or what is there instead. */
export type Hit =
  | { readonly point: Point; readonly on: Element }
  | { readonly point?: undefined; readonly cover: Element | null };

/** Brings an element into view, in whatever scrolls, and without the animation that a page may have for that. */
export function bringIntoView(element: Element): void {
  const options = { block: "center", inline: "center", behavior: "instant" } as const;
  if (!isInView(element)) Element.prototype.scrollIntoView.call(element, options);
  const frame = outerFrame(element);
  if (frame) bringIntoView(frame);
}

function isInView(element: Element): boolean {
  const { top, left, bottom, right } = boxOf(element);
  const view = windowOf(element);
  if (!view || top < 0 || left < 0 || bottom > view.innerHeight || right > view.innerWidth)
    return false;
  const hit = topmostAt(documentOf(element), middle(boxOf(element)));
  return hit !== null && isIn(hit, element);
}

/** As often as an element is looked at until it stands still. */
const mostLooks = 60;

/** Waits until an element stands where it stood a frame before; says whether it does. */
export async function comesToRest(element: Element): Promise<boolean> {
  let before = boxOf(element);
  for (let look = 0; look < mostLooks; look += 1) {
    await nextFrame(element);
    const now = boxOf(element);
    if (
      now.x === before.x &&
      now.y === before.y &&
      now.width === before.width &&
      now.height === before.height
    ) {
      return true;
    }
    before = now;
  }
  return false;
}

/** What a click in the middle of an element reaches: first of its whole box, then of each line of it. */
export function hitOf(element: Element): Hit {
  let cover: Element | null = null;
  for (const box of [boxOf(element), ...Element.prototype.getClientRects.call(element)]) {
    if (box.width === 0 || box.height === 0) continue;
    const point = middle(box);
    const on = topmostAt(documentOf(element), point);
    if (on && reaches(on, element)) {
      const outer = coverOfFrame(element, point);
      if (!outer) return { point, on };
      cover ??= outer;
    }
    cover ??= on;
  }
  return { cover };
}

/** Whether a click there is one on the element: on itself, in it, or on the label that hands it on. */
function reaches(on: Element, element: Element): boolean {
  if (isIn(on, element)) return true;
  for (let each: Element | null = on; each; each = parentOf(each)) {
    if (nameOf(each) === "label" && isLabelOf(each, element)) return true;
  }
  return false;
}

function isLabelOf(label: Element, element: Element): boolean {
  try {
    return read<Element | null>(HTMLLabelElement.prototype, "control", label) === element;
  } catch {
    return false;
  }
}

/** What lies over a frame at a place of its document. */
function coverOfFrame(element: Element, { x, y }: Point): Element | null {
  const frame = outerFrame(element);
  if (!frame) return null;
  const box = boxOf(frame);
  const edge = frame as HTMLElement;
  const point = { x: box.x + edge.clientLeft + x, y: box.y + edge.clientTop + y };
  const on = topmostAt(documentOf(frame), point);
  return on === frame ? coverOfFrame(frame, point) : (on ?? frame);
}

function outerFrame(element: Element): Element | null {
  try {
    return windowOf(element)?.frameElement ?? null;
  } catch {
    return null;
  }
}

/** The innermost element at a place, through shadow roots. */
function topmostAt(document: Document, { x, y }: Point): Element | null {
  let on = Document.prototype.elementFromPoint.call(document, x, y);
  while (on) {
    const root = shadowRootOf(on);
    const inner: Element | null = root && ShadowRoot.prototype.elementFromPoint.call(root, x, y);
    if (!inner || inner === on) return on;
    on = inner;
  }
  return on;
}

function middle({ x, y, width, height }: DOMRect): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Whether a frame's document is another than the page's own. */
export function isInFrame(element: Element): boolean {
  const frame = outerFrame(element);
  return frame !== null && frameDocument(frame) === documentOf(element);
}
