/**
 * A form's own members. Its controls' names hide them on the form itself: of `<input name="elements">` the form's
 * `elements` is that input. So they are taken from the prototype. The same goes for a document, whose members the
 * names of images, forms and frames hide.
 */

/** The controls of a form, those outside that name it as well, in tree order. */
export function controlsOf(form: HTMLFormElement): Element[] {
  const elements: HTMLFormControlsCollection = Reflect.get(
    HTMLFormElement.prototype,
    "elements",
    form,
  );
  return Array.from(elements);
}

/**
 * The controls inside of a form. One elsewhere that names it (`<input form="checkout">`) is none of the tool: whoever
 * may write a comment could write it.
 */
export function ownControlsOf(form: HTMLFormElement): Element[] {
  return controlsOf(form).filter((control) => contains(form, control));
}

/** Whether a node is inside of a form. */
export function contains(form: HTMLFormElement, node: Node): boolean {
  return Node.prototype.contains.call(form, node);
}

/** An attribute's value, `""` when it is not there. */
export function attributeOf(element: Element, name: string): string {
  return Element.prototype.getAttribute.call(element, name) ?? "";
}

/** Whether an element has an attribute. */
export function hasAttribute(element: Element, name: string): boolean {
  return Element.prototype.hasAttribute.call(element, name);
}

/** The document or shadow root a form is in. */
export function rootOf(form: HTMLFormElement): Node {
  return Node.prototype.getRootNode.call(form);
}

/** The document of a node. */
export function documentOf(node: Node): Document {
  return Reflect.get(Node.prototype, "ownerDocument", node) as Document;
}

/** The address that a form's `action` leads to; without one it is the document's. */
export function actionOf(form: HTMLFormElement): string {
  return String(Reflect.get(HTMLFormElement.prototype, "action", form));
}

/** The address of a document. */
export function addressOf(document: Document): string {
  return Reflect.get(Document.prototype, "URL", document) as string;
}

/** Makes an element, whatever the page's images are called. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  document: Document,
  name: Name,
): HTMLElementTagNameMap[Name] {
  return Document.prototype.createElement.call(document, name) as HTMLElementTagNameMap[Name];
}

/** The elements in a document or shadow root that a selector matches. */
export function allIn<Found extends Element>(
  root: Document | ShadowRoot | Element,
  selector: string,
): Found[] {
  const { prototype } =
    root.nodeType === Node.DOCUMENT_NODE
      ? Document
      : root.nodeType === Node.ELEMENT_NODE
        ? Element
        : DocumentFragment;
  return Array.from(prototype.querySelectorAll.call(root, selector)) as Found[];
}

/** What holds a node on the screen: slots and hosts of shadow trees included. */
export function flatParentOf(node: Node): Element | null {
  const slot: Element | null = isElement(node)
    ? Reflect.get(Element.prototype, "assignedSlot", node)
    : null;
  const parent: Node | null = slot ?? Reflect.get(Node.prototype, "parentNode", node);
  if (!parent) return null;
  if (isElement(parent)) return parent;
  return "host" in parent ? ((parent as ShadowRoot).host ?? null) : null;
}

/** An element's name, of one that may be a form. */
export function localNameOf(element: Element): string {
  return Reflect.get(Element.prototype, "localName", element) as string;
}

/** Also of another realm, and of a test's document whose globals are gone already. */
export function isElement(node: Node): node is Element {
  const type =
    typeof Node === "undefined" ? node.nodeType : Reflect.get(Node.prototype, "nodeType", node);
  return type === elementNode;
}

/** `Node.ELEMENT_NODE`. */
const elementNode = 1;

/** Whether the browser finds nothing wrong with the controls. Raises `invalid` on those that are. */
export function isValid(form: HTMLFormElement): boolean {
  return HTMLFormElement.prototype.checkValidity.call(form);
}

/** Submits as the button does, with validation and a `submit` event. */
export function requestSubmit(form: HTMLFormElement, button: HTMLElement | undefined): void {
  HTMLFormElement.prototype.requestSubmit.call(form, button);
}

/** Hears an event of a form, whatever its controls are called. */
export function listen(
  target: Node,
  type: string,
  listener: (event: Event) => void,
  options: AddEventListenerOptions = {},
): void {
  EventTarget.prototype.addEventListener.call(target, type, listener, options);
}

/** Dispatches an event on a form; says whether nobody prevented it. */
export function dispatch(form: HTMLFormElement, event: Event): boolean {
  return EventTarget.prototype.dispatchEvent.call(form, event);
}

/** What submits a form. */
export type SubmitButton = HTMLButtonElement | HTMLInputElement;

/** Whether a control is a button that submits. */
export function isSubmitButton(control: Element): control is SubmitButton {
  const { localName } = control;
  const { type } = control as SubmitButton;
  if (localName === "button") return type === "submit";
  return localName === "input" && (type === "submit" || type === "image");
}

/** The form's own buttons that submit it. */
export function submitButtonsOf(form: HTMLFormElement): SubmitButton[] {
  return ownControlsOf(form).filter(isSubmitButton);
}

/** The button that a call presses: the first inside of the form. */
export function submitButton(form: HTMLFormElement): SubmitButton | undefined {
  return submitButtonsOf(form)[0];
}

/** Whether the browser submits the form without a look at its controls. */
export function isUnchecked(form: HTMLFormElement): boolean {
  return hasAttribute(form, "novalidate") || submitButton(form)?.formNoValidate === true;
}
