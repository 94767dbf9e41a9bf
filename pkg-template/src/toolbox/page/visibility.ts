import { shownIn } from "../../dom/flat-tree.js";
import { boxesOf, isConnected, isElement, nameOf, styleOf } from "../../dom/members.js";
import type { Part } from "./part.js";

/** The maximum number of elements that are checked before and after an action. */
const mostElements = 4_000;

interface Seen {
  readonly element: Element;
  /** The element that it is shown in. */
  readonly outer: Seen | undefined;
  readonly wasVisible: boolean;
  /** Whether it, or an element that it is shown in, has changed since. */
  hasChanged: boolean;
}

/** The elements of the agent's part that are visible at a moment. */
export class Visibility {
  readonly #seen: Seen[] = [];
  /** Whether there were more than are looked at. */
  readonly isCut: boolean;

  constructor(part: Part) {
    this.#add(part.root(), undefined);
    let next = 0;
    for (; next < this.#seen.length && this.#seen.length < mostElements; next += 1) {
      const outer = this.#seen[next] as Seen;
      if (/^(svg|select)$/.test(nameOf(outer.element))) continue;
      for (const node of shownIn(outer.element)) {
        if (isElement(node) && !part.isIgnored(node)) this.#add(node, outer);
      }
    }
    this.isCut = next < this.#seen.length;
  }

  #add(element: Element, outer: Seen | undefined): void {
    this.#seen.push({ element, outer, wasVisible: isVisible(element), hasChanged: false });
  }

  /** Those that can be seen now and could not before, and the other way round; of nested ones the outermost. */
  changes(): { readonly appeared: Element[]; readonly vanished: Element[] } {
    const appeared: Element[] = [];
    const vanished: Element[] = [];
    for (const seen of this.#seen) {
      const { element, outer, wasVisible } = seen;
      const isInner = outer?.hasChanged === true;
      const hasChanged = isVisible(element) !== wasVisible;
      seen.hasChanged = isInner || hasChanged;
      if (!hasChanged || isInner) continue;
      if (!wasVisible) appeared.push(element);
      else if (isConnected(element)) vanished.push(element);
    }
    return { appeared, vanished };
  }
}

const look = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false };

export function isVisible(element: Element): boolean {
  if (!isConnected(element)) return false;
  const check = Element.prototype.checkVisibility as Element["checkVisibility"] | undefined;
  if (check) return check.call(element, look) && hasBox(element);
  const style = styleOf(element);
  return style?.visibility === "visible" && style.opacity !== "0" && hasBox(element);
}

/** Content that is clipped to nothing, as in a folded panel, is not seen. */
function hasBox(element: Element): boolean {
  const boxes = boxesOf(element);
  if (boxes.length === 0) return styleOf(element)?.display === "contents";
  return boxes.some(({ width, height }) => width > 0 && height > 0);
}
