import { ownControlsOf, typeOf } from "../dom/forms.js";
import { attributeText, closest, contains, hasAttribute, matches, nameOf } from "../dom/members.js";
import { wasPassword } from "../dom/secrets.js";

/** A control of a form that a call can fill in. */
export interface Control extends HTMLElement {
  readonly name: string;
  value: string;
  readonly form?: HTMLFormElement | null;
  readonly required?: boolean;
  readonly labels?: NodeListOf<HTMLLabelElement> | null;
  readonly validity?: ValidityState;
  readonly validationMessage?: string;
}

/** The value for a control. */
export type ControlKind = "text" | "checkbox" | "radio" | "select" | "custom";

/** The controls that share a name, in tree order, and are of one kind. */
export interface ControlGroup {
  readonly name: string;
  readonly kind: ControlKind;
  readonly controls: readonly [Control, ...Control[]];
}

/** Only a person can fill these in: files can't be set, and a model must not handle passwords. */
const notOffered = new Set(["hidden", "file", "password", "submit", "reset", "button", "image"]);

/** HTML knows no read-only state of these: a person can change them. */
const neverReadOnly = new Set(["checkbox", "radio", "range", "color"]);

/** The controls that a call can fill in: inside the form, named, and usable for a person. */
export function controlGroups(form: HTMLFormElement): ControlGroup[] {
  const groups = new Map<string, ControlGroup & { readonly controls: Control[] }>();
  for (const element of ownControlsOf(form)) {
    const kind = kindOf(element);
    const name = attributeText(element, "name");
    if (!kind || !name || isOff(element, form)) continue;
    const group = groups.get(name);
    if (!group) groups.set(name, { name, kind, controls: [element as Control] });
    else if (group.kind === kind) group.controls.push(element as Control);
  }
  return [...groups.values()] as ControlGroup[];
}

function kindOf(element: Element): ControlKind | undefined {
  switch (nameOf(element)) {
    case "select":
      return "select";
    case "textarea":
      return "text";
    case "input": {
      const type = typeOf(element);
      // A page may show a password as text: it is one all the same.
      if (notOffered.has(type) || wasPassword(element)) return undefined;
      return type === "checkbox" || type === "radio" ? type : "text";
    }
    default:
      // A form-associated custom element, which by custom has a value as an input has.
      return nameOf(element).includes("-") && ("value" in element || "checked" in element)
        ? "custom"
        : undefined;
  }
}

function isOff(element: Element, form: HTMLFormElement): boolean {
  if (matches(element, ":disabled") || closest(element, "datalist")) return true;
  const isReadOnly = hasAttribute(element, "readonly") && mayBeReadOnly(element);
  return isReadOnly || isInertIn(form, element);
}

function mayBeReadOnly(element: Element): boolean {
  const name = nameOf(element);
  if (name === "select") return false;
  return name !== "input" || !neverReadOnly.has(typeOf(element));
}

/** Returns true for a control in a part of the form that takes no input, such as an inactive step. */
function isInertIn(form: HTMLFormElement, element: Element): boolean {
  const inert = closest(element, "[inert]");
  return inert !== null && inert !== form && !contains(inert, form);
}
