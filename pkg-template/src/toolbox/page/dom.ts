/**
 * Members of nodes, taken from the prototypes: of `<input name="children">` in a form, or of what a page has set on an
 * element itself, the element's own member would be something else. They work on nodes of every realm.
 */

/** A property, by its getter on the prototype. */
export function read<T>(prototype: object, name: string, of: object): T {
  return Reflect.get(prototype, name, of) as T;
}

const elementNode = 1;
const textNode = 3;
const documentNode = 9;

function typeOf(node: Node): number {
  return read(Node.prototype, "nodeType", node);
}

export function isElement(node: Node | null | undefined): node is Element {
  return !!node && typeOf(node) === elementNode;
}

export function isText(node: Node): boolean {
  return typeOf(node) === textNode;
}

export function nameOf(element: Element): string {
  return read<string>(Element.prototype, "localName", element).toLowerCase();
}

export function attributeOf(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

export function hasAttribute(element: Element, name: string): boolean {
  return Element.prototype.hasAttribute.call(element, name);
}

/** Whether a selector matches; a pseudo-class that the browser does not know matches nothing. */
export function matches(element: Element, selector: string): boolean {
  try {
    return Element.prototype.matches.call(element, selector);
  } catch {
    return false;
  }
}

export function shadowRootOf(element: Element): ShadowRoot | null {
  return read(Element.prototype, "shadowRoot", element);
}

export function documentOf(node: Node): Document {
  return read<Document | null>(Node.prototype, "ownerDocument", node) ?? (node as Document);
}

/** The window that shows a node; nothing when its document is not shown any more. */
export function windowOf(node: Node): (Window & typeof globalThis) | null {
  return read(Document.prototype, "defaultView", documentOf(node));
}

/** The document or shadow root that a node is in, where ids count. */
export function scopeOf(node: Node): Document | ShadowRoot | undefined {
  const root = Node.prototype.getRootNode.call(node);
  const type = typeOf(root);
  return type === documentNode || type === 11 ? (root as Document | ShadowRoot) : undefined;
}

export function byId(scope: Document | ShadowRoot, id: string): Element | null {
  const { prototype } = typeOf(scope) === documentNode ? Document : DocumentFragment;
  return prototype.getElementById.call(scope, id);
}

export function allIn(scope: Document | ShadowRoot, selector: string): Element[] {
  const { prototype } = typeOf(scope) === documentNode ? Document : DocumentFragment;
  return Array.from(prototype.querySelectorAll.call(scope, selector));
}

/** The nodes that are shown in a node: those of its shadow root, of a slot those that stand in it, of a frame its body. */
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
    // An element of that name which is none, in SVG.
    return [];
  }
}

function childrenOf(node: Node): Node[] {
  return Array.from(read<NodeListOf<ChildNode>>(Node.prototype, "childNodes", node));
}

/** The document that a frame shows; nothing when it is of another origin. */
export function frameDocument(frame: Element): Document | null {
  try {
    const { prototype } = nameOf(frame) === "iframe" ? HTMLIFrameElement : HTMLFrameElement;
    return read(prototype, "contentDocument", frame);
  } catch {
    return null;
  }
}

function frameBody(frame: Element): Element | null {
  const shown = frameDocument(frame);
  return shown && read<Element | null>(Document.prototype, "body", shown);
}

/** What holds a node on the screen: slots, hosts of shadow roots, and frames included. */
export function parentOf(node: Node): Element | null {
  const { prototype } = isElement(node) ? Element : Text;
  const slot = read<Element | null>(prototype, "assignedSlot", node);
  const parent = slot ?? read<Node | null>(Node.prototype, "parentNode", node);
  if (!parent || isElement(parent)) return parent;
  if (typeOf(parent) === documentNode) return frameOf(parent as Document);
  return "host" in parent ? ((parent as ShadowRoot).host ?? null) : null;
}

/** The frame that shows a document; nothing when it is in none, or in one of another origin. */
function frameOf(document: Document): Element | null {
  try {
    return windowOf(document)?.frameElement ?? null;
  } catch {
    return null;
  }
}

/** Whether an element is another, or is shown in it. */
export function isIn(node: Node | null, outer: Element): boolean {
  for (let each = node; each; each = parentOf(each)) if (each === outer) return true;
  return false;
}

/** The element that has the focus, in whatever shadow root or frame it is. */
export function focusIn(document: Document): Element | null {
  let focus = read<Element | null>(Document.prototype, "activeElement", document);
  for (;;) {
    if (!focus) return null;
    const root = shadowRootOf(focus);
    const inner: Document | null = /^i?frame$/.test(nameOf(focus)) ? frameDocument(focus) : null;
    const next: Element | null = root
      ? read<Element | null>(ShadowRoot.prototype, "activeElement", root)
      : inner && read<Element | null>(Document.prototype, "activeElement", inner);
    if (!next) return focus;
    focus = next;
  }
}

export function boxOf(element: Element): DOMRect {
  return Element.prototype.getBoundingClientRect.call(element);
}

export function styleOf(element: Element): CSSStyleDeclaration | undefined {
  return windowOf(element)?.getComputedStyle(element);
}

export function dispatch(target: EventTarget, event: Event): boolean {
  return EventTarget.prototype.dispatchEvent.call(target, event);
}

export function focus(element: Element): void {
  const { prototype } = "ownerSVGElement" in element ? SVGElement : HTMLElement;
  prototype.focus.call(element as HTMLElement & SVGElement, { preventScroll: true });
}

/** Whether the focus can be given to it by a person: by the Tab key, or a click. */
export function isFocusable(element: Element): boolean {
  return tabIndexOf(element) >= 0 && !matches(element, ":disabled");
}

export function tabIndexOf(element: Element): number {
  for (const prototype of [HTMLElement.prototype, SVGElement.prototype]) {
    try {
      return read(prototype, "tabIndex", element);
    } catch {
      // It is an element of another kind.
    }
  }
  return -1;
}
