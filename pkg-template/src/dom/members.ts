/**
 * Members of nodes, taken from the prototypes: with `<input name="children">` in a form, `<img name="body">` in a
 * document, or a property that a page has set on an element itself, the node's own member would be something else. They
 * work on nodes of every realm. All access to a page's nodes goes through these.
 */

/** A property, by its getter on the prototype. */
export function readMember<T>(prototype: object, name: string, of: object): T {
  return Reflect.get(prototype, name, of) as T;
}

const elementNode = 1;
const textNode = 3;
const documentNode = 9;

/** A test's document may outlive the globals of its window. */
function typeOf(node: Node): number {
  return typeof Node === "undefined" ? node.nodeType : readMember(Node.prototype, "nodeType", node);
}

export function isElement(node: Node | null | undefined): node is Element {
  return !!node && typeOf(node) === elementNode;
}

export function isText(node: Node): boolean {
  return typeOf(node) === textNode;
}

export function isDocument(node: Node): node is Document {
  return typeOf(node) === documentNode;
}

/** An element's local name, in lower case. */
export function nameOf(element: Element): string {
  return readMember<string>(Element.prototype, "localName", element).toLowerCase();
}

const svg = "http://www.w3.org/2000/svg";

export function isSvg(element: Element): boolean {
  return namespaceOf(element) === svg;
}

export function namespaceOf(element: Element): string | null {
  return readMember(Element.prototype, "namespaceURI", element);
}

export function attributeOf(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

/** An attribute's value, `""` when it is not there. */
export function attributeText(element: Element, name: string): string {
  return attributeOf(element, name) ?? "";
}

export function hasAttribute(element: Element, name: string): boolean {
  return Element.prototype.hasAttribute.call(element, name);
}

export function setAttribute(element: Element, name: string, value: string): void {
  Element.prototype.setAttribute.call(element, name, value);
}

export function removeAttribute(element: Element, name: string): void {
  Element.prototype.removeAttribute.call(element, name);
}

/** Returns true if a selector matches; a pseudo-class that the browser does not know matches nothing. */
export function matches(element: Element, selector: string): boolean {
  try {
    return Element.prototype.matches.call(element, selector);
  } catch {
    return false;
  }
}

/** The nearest match among an element and its ancestors, within its document or shadow root. */
export function closest(element: Element, selector: string): Element | null {
  return Element.prototype.closest.call(element, selector);
}

export function contains(outer: Node, node: Node | null): boolean {
  return Node.prototype.contains.call(outer, node);
}

export function childrenOf(node: Node): Node[] {
  return Array.from(readMember<NodeListOf<ChildNode>>(Node.prototype, "childNodes", node));
}

export function parentNodeOf(node: Node): Node | null {
  return readMember(Node.prototype, "parentNode", node);
}

export function textOf(node: Node): string {
  return readMember<string | null>(Node.prototype, "textContent", node) ?? "";
}

export function isConnected(node: Node): boolean {
  return readMember(Node.prototype, "isConnected", node);
}

export function documentOf(node: Node): Document {
  return readMember<Document | null>(Node.prototype, "ownerDocument", node) ?? (node as Document);
}

/** The window that shows a node; nothing when its document is not shown any more. */
export function windowOf(node: Node): (Window & typeof globalThis) | null {
  return readMember(Document.prototype, "defaultView", documentOf(node));
}

/** The document, shadow root or outermost element that a node is in. */
export function rootOf(node: Node): Node {
  return Node.prototype.getRootNode.call(node);
}

/** The document or shadow root that a node is in, where ids count. */
export function scopeOf(node: Node): Document | ShadowRoot | undefined {
  const root = rootOf(node);
  return isDocument(root) || typeOf(root) === 11 ? (root as Document | ShadowRoot) : undefined;
}

export function byId(scope: Document | ShadowRoot, id: string): Element | null {
  const { prototype } = isDocument(scope) ? Document : DocumentFragment;
  return prototype.getElementById.call(scope, id);
}

/** The elements in a node that a selector matches. */
export function allIn<Found extends Element = Element>(root: Node, selector: string): Found[] {
  const { prototype } = isDocument(root) ? Document : isElement(root) ? Element : DocumentFragment;
  return Array.from(prototype.querySelectorAll.call(root, selector)) as Found[];
}

/** The address of a document. */
export function addressOf(document: Document): string {
  return readMember(Document.prototype, "URL", document);
}

/** Returns true for a document in an invisible window, which is not drawn. */
export function isHidden(document: Document): boolean {
  return readMember(Document.prototype, "hidden", document);
}

export function titleOf(document: Document): string {
  return readMember(Document.prototype, "title", document);
}

export function bodyOf(document: Document): Element | null {
  return readMember(Document.prototype, "body", document);
}

/** Makes an element, even if an image of the page is named like the method. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  document: Document,
  name: Name,
): HTMLElementTagNameMap[Name] {
  return Document.prototype.createElement.call(document, name) as HTMLElementTagNameMap[Name];
}

export function boxOf(element: Element): DOMRect {
  return Element.prototype.getBoundingClientRect.call(element);
}

export function boxesOf(element: Element): DOMRect[] {
  return Array.from(Element.prototype.getClientRects.call(element));
}

/** The animations and transitions that move an element itself. */
export function animationsOf(element: Element): Animation[] {
  return Element.prototype.getAnimations.call(element);
}

export function styleOf(element: Element): CSSStyleDeclaration | undefined {
  return windowOf(element)?.getComputedStyle(element);
}

/** Dispatches an event. Returns true if no listener prevented it. */
export function dispatch(target: EventTarget, event: Event): boolean {
  return EventTarget.prototype.dispatchEvent.call(target, event);
}

export function listen(
  target: EventTarget,
  type: string,
  listener: (event: Event) => void,
  options: AddEventListenerOptions = {},
): void {
  EventTarget.prototype.addEventListener.call(target, type, listener, options);
}

export function focus(element: Element, options: FocusOptions = { preventScroll: true }): void {
  const { prototype } = isSvg(element) ? SVGElement : HTMLElement;
  prototype.focus.call(element as HTMLElement & SVGElement, options);
}

export function clickOn(element: Element): void {
  HTMLElement.prototype.click.call(element as HTMLElement);
}

/** Returns true if the focus can be given to it by a person: by the Tab key, or a click. */
export function isFocusable(element: Element): boolean {
  return tabIndexOf(element) >= 0 && !matches(element, ":disabled");
}

export function tabIndexOf(element: Element): number {
  return ofKind(element, "tabIndex", -1, [HTMLElement, SVGElement]);
}

interface Kind {
  readonly prototype: object;
}

/** A property that elements of several kinds have, each on its own prototype; `otherwise` for other kinds. */
export function ofKind<T>(element: Element, name: string, otherwise: T, kinds: readonly Kind[]): T {
  for (const { prototype } of kinds) {
    try {
      return readMember(prototype, name, element);
    } catch {
      // It is an element of another kind.
    }
  }
  return otherwise;
}
