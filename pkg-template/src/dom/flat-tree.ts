/** The tree as it is shown: shadow roots, slots and documents of frames are where a person sees them. */
import {
  childrenOf,
  documentOf,
  isDocument,
  isElement,
  isText,
  nameOf,
  parentNodeOf,
  readMember,
  windowOf,
} from "./members.js";

export function shadowRootOf(element: Element): ShadowRoot | null {
  return readMember(Element.prototype, "shadowRoot", element);
}

/**
 * The nodes that are shown in a node: those of its shadow root, for a slot its assigned nodes, for a frame its body.
 */
export function shownIn(element: Element): readonly Node[] {
  const root = shadowRootOf(element);
  if (root) return childrenOf(root);
  const name = nameOf(element);
  if (name === "iframe" || name === "frame") {
    const body = frameBody(element);
    return body ? [body] : [];
  }
  if (name !== "slot") return childrenOf(element);
  const assigned = assignedTo(element);
  return assigned.length > 0 ? assigned : childrenOf(element);
}

function assignedTo(slot: Element): Node[] {
  try {
    return HTMLSlotElement.prototype.assignedNodes.call(slot);
  } catch {
    // In SVG, an element of that name is not a slot.
    return [];
  }
}

/** The document that a frame shows; nothing when it is of another origin. */
export function frameDocument(frame: Element): Document | null {
  try {
    const { prototype } = nameOf(frame) === "iframe" ? HTMLIFrameElement : HTMLFrameElement;
    return readMember(prototype, "contentDocument", frame);
  } catch {
    return null;
  }
}

function frameBody(frame: Element): Element | null {
  const shown = frameDocument(frame);
  return shown && readMember<Element | null>(Document.prototype, "body", shown);
}

/** The parent of a node on the screen within its document: slots and hosts of shadow roots included. */
export function flatParentOf(node: Node): Element | null {
  const parent = flatParentNodeOf(node);
  return isElement(parent) ? parent : null;
}

function flatParentNodeOf(node: Node): Node | null {
  const parent = slotOf(node) ?? parentNodeOf(node) ?? hostOf(node);
  if (!parent || isElement(parent) || isDocument(parent)) return parent;
  return hostOf(parent);
}

/** The slot of an element or a text; no other node has one. */
function slotOf(node: Node): Element | null {
  if (!isElement(node) && !isText(node)) return null;
  return readMember(isElement(node) ? Element.prototype : Text.prototype, "assignedSlot", node);
}

/** The element that a shadow root is of. */
function hostOf(node: Node): Element | null {
  return !isElement(node) && "host" in node ? ((node as ShadowRoot).host ?? null) : null;
}

/** The parent of a node on the screen: slots, hosts of shadow roots, and frames included. */
export function parentOf(node: Node): Element | null {
  const parent = flatParentNodeOf(node);
  if (!parent || isElement(parent)) return parent;
  return frameOf(parent as Document);
}

/** The frame that shows a document; nothing when it is in none, or in one of another origin. */
export function frameOf(document: Document): Element | null {
  try {
    return windowOf(document)?.frameElement ?? null;
  } catch {
    return null;
  }
}

/** An element and all that holds it on the screen, from the inside out. */
export function* pathOf(element: Element): Generator<Element> {
  for (let each: Element | null = element; each; each = parentOf(each)) yield each;
}

/** Returns true if an element is another, or is shown in it. */
export function isIn(node: Node | null, outer: Element): boolean {
  for (let each = node; each; each = parentOf(each)) if (each === outer) return true;
  return false;
}

/** The element that has the focus, in any shadow root or frame. */
export function focusIn(document: Document): Element | null {
  let focus = readMember<Element | null>(Document.prototype, "activeElement", document);
  for (;;) {
    if (!focus) return null;
    const root = shadowRootOf(focus);
    const inner: Document | null = /^i?frame$/.test(nameOf(focus)) ? frameDocument(focus) : null;
    const next: Element | null = root
      ? readMember<Element | null>(ShadowRoot.prototype, "activeElement", root)
      : inner && readMember<Element | null>(Document.prototype, "activeElement", inner);
    if (!next) return focus;
    focus = next;
  }
}

/** The outermost document that can be reached from an element, which knows where the focus is. */
export function topDocument(element: Element): Document {
  let outer = element;
  for (const each of pathOf(element)) outer = each;
  return documentOf(outer);
}
