import {
  frameDocument,
  frameOf,
  isIn,
  parentOf,
  pathOf,
  shadowRootOf,
} from "../../dom/flat-tree.js";
import { controlOf } from "../../dom/forms.js";
import {
  allIn,
  animationsOf,
  attributeOf,
  boxesOf,
  boxOf,
  closest,
  documentOf,
  isHidden,
  nameOf,
  scopeOf,
  windowOf,
} from "../../dom/members.js";
import { nextFrame } from "./settle.js";

/** A place in the window of an element's document, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The place where a click reaches an element, or the element that covers it. */
export type Hit =
  | { readonly point: Point; readonly on: Element }
  | {
      readonly point?: undefined;
      readonly cover: Element | null;
      /** Whether nothing is there since no part of it is in the window: it can't be scrolled to. */
      readonly isOutOfView: boolean;
    };

/** Brings an element into view, in all scroll containers, and without the animation that a page may have for that. */
export function bringIntoView(element: Element): void {
  const options = { block: "center", inline: "center", behavior: "instant" } as const;
  const shown = imageOf(element) ?? element;
  if (!isInView(shown)) Element.prototype.scrollIntoView.call(shown, options);
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

/** The maximum number of checks until an element stands still. */
const mostLooks = 60;

/** Waits until an element is where it was a frame before. Returns false if it keeps moving. */
export async function comesToRest(element: Element): Promise<boolean> {
  let before = boxOf(element);
  for (let look = 0; look < mostLooks; look += 1) {
    const isDrawn = await nextFrame(element);
    const now = boxOf(element);
    if (isSameBox(now, before) && !isAboutToMove(element, isDrawn)) return true;
    before = now;
  }
  return false;
}

function isSameBox(one: DOMRect, other: DOMRect): boolean {
  return (["x", "y", "width", "height"] as const).every((side) => one[side] === other[side]);
}

/** An animation moves nothing before its first frame, nor while no frame is drawn. */
function isAboutToMove(element: Element, isDrawn: boolean): boolean {
  if (isHidden(documentOf(element))) return false;
  const animations = [...pathOf(element)].flatMap(animationsOf);
  return animations.some(
    ({ pending, playState }) => playState === "running" && (pending || !isDrawn),
  );
}

/** The target of a click in the middle of an element: first of its whole box, then of each line of it. */
export function hitOf(element: Element): Hit {
  let cover: Element | null = null;
  let isOutOfView = true;
  for (const point of placesOf(element)) {
    const on = topmostAt(documentOf(element), point);
    if (on && reaches(on, element)) {
      const outer = coverOfFrame(element, point);
      if (!outer) return { point, on };
      cover ??= outer;
    }
    if (on || isInWindow(element, point)) isOutOfView = false;
    cover ??= on;
  }
  return { cover, isOutOfView };
}

/** The places where an element could be clicked. */
function placesOf(element: Element): Point[] {
  const image = imageOf(element);
  if (image) return placesOfArea(element, boxOf(image));
  const boxes = [boxOf(element), ...boxesOf(element)];
  return boxes.filter(({ width, height }) => width > 0 && height > 0).map(middle);
}

function isInWindow(element: Element, { x, y }: Point): boolean {
  const view = windowOf(element);
  return view !== null && x >= 0 && y >= 0 && x < view.innerWidth && y < view.innerHeight;
}

/** The image that an area of a map is of. */
export function imageOf(area: Element): Element | undefined {
  const map = nameOf(area) === "area" ? closest(area, "map[name]") : null;
  const scope = map && scopeOf(map);
  if (!scope) return undefined;
  const name = `#${attributeOf(map, "name")}`;
  return allIn(scope, "img[usemap]").find((image) => attributeOf(image, "usemap") === name);
}

/** Places in an area: its middle; for a polygon, the middle of its corners. */
function placesOfArea(area: Element, { x, y, width, height }: DOMRect): Point[] {
  const coords = (attributeOf(area, "coords") ?? "").split(/[,\s]+/).map(Number);
  const shape = (attributeOf(area, "shape") ?? "").trim().toLowerCase();
  const [a = 0, b = 0, c = 0, d = 0] = coords;
  const at = (left: number, top: number): Point => ({ x: x + left, y: y + top });
  if (shape === "default") return [at(width / 2, height / 2), at(1, 1), at(width - 1, height - 1)];
  if (/^circ/.test(shape)) return [at(a, b)];
  if (!/^poly/.test(shape)) return [at((a + c) / 2, (b + d) / 2)];
  const corners: Point[] = [];
  for (let index = 0; index + 1 < coords.length; index += 2) {
    corners.push(at(coords[index] ?? 0, coords[index + 1] ?? 0));
  }
  const inner = corners.map((corner, index) => {
    const [next, last] = [1, 2].map((step) => corners[(index + step) % corners.length] ?? corner);
    return meanOf([corner, next ?? corner, last ?? corner]);
  });
  return [meanOf(corners), ...inner];
}

function meanOf(points: readonly Point[]): Point {
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / Math.max(1, points.length);
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

/** Returns true if a click there reaches the element: itself, its content, or a label that forwards it. */
function reaches(on: Element, element: Element): boolean {
  if (isIn(on, element)) return true;
  for (let each: Element | null = on; each; each = parentOf(each)) {
    if (nameOf(each) === "label" && controlOf(each) === element) return true;
  }
  return false;
}

/** The element that covers a frame at a place of its document. */
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
  return frameOf(documentOf(element));
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

/** Returns true if the element is in a frame with a document of its own. */
export function isInFrame(element: Element): boolean {
  const frame = outerFrame(element);
  return frame !== null && frameDocument(frame) === documentOf(element);
}
