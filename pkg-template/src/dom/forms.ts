/**
 * The members of a form, and of its controls. With `<input name="elements">` the form's `elements` is that input, so
 * all members are taken from the prototypes, as in `members.ts`.
 */
import {
  attributeText,
  byId,
  contains,
  hasAttribute,
  nameOf,
  ofKind,
  readMember,
  scopeOf,
} from "./members.js";

/** The controls of a form, those outside that name it as well, in tree order. */
export function controlsOf(form: HTMLFormElement): Element[] {
  return Array.from(
    readMember<HTMLFormControlsCollection>(HTMLFormElement.prototype, "elements", form),
  );
}

/**
 * The controls inside of a form. One outside that refers to it (`<input form="checkout">`) is not part of the tool:
 * anyone who may write a comment could add it.
 */
export function ownControlsOf(form: HTMLFormElement): Element[] {
  return controlsOf(form).filter((control) => contains(form, control));
}

/** The address that a form's `action` leads to; without one it is the document's. */
export function actionOf(form: HTMLFormElement): string {
  return String(readMember(HTMLFormElement.prototype, "action", form));
}

/** Returns true if the browser finds nothing wrong with the controls. Raises `invalid` on those that are. */
export function isValid(form: HTMLFormElement): boolean {
  return HTMLFormElement.prototype.checkValidity.call(form);
}

/** Submits as the button does, with validation and a `submit` event. */
export function requestSubmit(form: HTMLFormElement, button: HTMLElement | undefined): void {
  HTMLFormElement.prototype.requestSubmit.call(form, button);
}

/** A control that submits a form. */
export type SubmitButton = HTMLButtonElement | HTMLInputElement;

/** The type of a control: an input's or a button's type, a list's kind. `""` if it has none. */
export function typeOf(control: Element): string {
  const kinds = [HTMLInputElement, HTMLButtonElement, HTMLSelectElement, HTMLTextAreaElement];
  return ofKind(control, "type", "", kinds);
}

/** The form of a control, wherever it stands. */
export function formOf(control: Element): HTMLFormElement | null {
  const kinds = [HTMLInputElement, HTMLButtonElement, HTMLSelectElement, HTMLTextAreaElement];
  return ofKind<HTMLFormElement | null>(control, "form", null, kinds);
}

/** Returns true if a control is a button that submits. */
export function isSubmitButton(control: Element): control is SubmitButton {
  const name = nameOf(control);
  const type = typeOf(control);
  return name === "button" ? type === "submit" : name === "input" && /^(submit|image)$/.test(type);
}

/** The control that a label is for. */
export function controlOf(label: Element): Element | null {
  return ofKind<Element | null>(label, "control", null, [HTMLLabelElement]);
}

/** The labels of a control. */
export function labelsOf(control: Element): Element[] {
  const kinds = [
    HTMLInputElement,
    HTMLButtonElement,
    HTMLSelectElement,
    HTMLTextAreaElement,
    HTMLMeterElement,
    HTMLOutputElement,
    HTMLProgressElement,
  ];
  return Array.from(ofKind<NodeListOf<Element> | null>(control, "labels", null, kinds) ?? []);
}

/** Elements that name another by reference (`aria-labelledby`). */
export function namedBy(element: Element): Element[] {
  const scope = scopeOf(element);
  const ids = attributeText(element, "aria-labelledby").split(/\s+/);
  return scope ? ids.flatMap((id) => (id ? (byId(scope, id) ?? []) : [])) : [];
}

/** The form's own buttons that submit it. */
export function submitButtonsOf(form: HTMLFormElement): SubmitButton[] {
  return ownControlsOf(form).filter(isSubmitButton);
}

/** The button that a call presses: the first inside of the form. */
export function submitButton(form: HTMLFormElement): SubmitButton | undefined {
  return submitButtonsOf(form)[0];
}

/** Returns true if the browser submits the form without a look at its controls. */
export function isUnchecked(form: HTMLFormElement): boolean {
  return hasAttribute(form, "novalidate") || submitButton(form)?.formNoValidate === true;
}
