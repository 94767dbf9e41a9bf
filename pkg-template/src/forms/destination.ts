import { actionOf, type SubmitButton, submitButton, submitButtonsOf } from "../dom/forms.js";
import { addressOf, attributeText, documentOf, hasAttribute, windowOf } from "../dom/members.js";

/**
 * The destinations of a form's data outside of its own origin: an origin, or a scheme such as `mailto:`. For a form
 * that a call submits by itself, the button that it presses counts; otherwise each that a person may press.
 */
export function elsewhereOf(form: HTMLFormElement, isAutomatic: boolean): readonly string[] {
  const buttons = isAutomatic ? [submitButton(form)] : submitButtonsOf(form);
  const places = buttons.length > 0 ? buttons : [undefined];
  const elsewhere = places.map((button) => elsewhereBy(form, button));
  return [...new Set(elsewhere.filter((place) => place !== undefined))];
}

/** The destination of a form's data when this button submits it; `undefined` if they stay in its origin. */
export function elsewhereBy(
  form: HTMLFormElement,
  button: SubmitButton | undefined,
): string | undefined {
  const isButtons = button !== undefined && hasAttribute(button, "formmethod");
  const method = isButtons ? attributeText(button, "formmethod") : attributeText(form, "method");
  if (method.trim().toLowerCase() === "dialog") return undefined;
  const hasAction = button !== undefined && hasAttribute(button, "formaction");
  return elsewhere(documentOf(form), hasAction ? button.formAction : actionOf(form));
}

/** A button's attributes that change the submission, besides its own name and value. */
const overrides = ["formaction", "formenctype", "formmethod", "formnovalidate", "formtarget"];

/** Returns true if a button overrides how the form is submitted. */
export function redirects(button: Element): boolean {
  return overrides.some((name) => hasAttribute(button, name));
}

function elsewhere(document: Document, address: string): string | undefined {
  if (withoutFragment(address) === withoutFragment(addressOf(document))) return undefined;
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return "an address that can't be read";
  }
  // It leads nowhere: a script of this page runs.
  if (url.protocol === "javascript:") return undefined;
  const { origin } = windowOf(document) ?? globalThis;
  if (url.origin === origin && origin !== "null") return undefined;
  return url.origin === "null" ? url.protocol : url.origin;
}

function withoutFragment(address: string): string {
  return address.replace(/#.*$/, "");
}
