/**
 * A form's own members. Its controls' names hide them on the form itself: of `<input name="elements">` the form's
 * `elements` is that input. So they are taken from the prototype.
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

/** The button that the Enter key presses: the form's first that submits. */
export function submitButton(form: HTMLFormElement): HTMLButtonElement | undefined {
  return controlsOf(form).find((control): control is HTMLButtonElement =>
    control.localName === "button" || control.localName === "input"
      ? (control as HTMLButtonElement).type === "submit"
      : false,
  );
}
