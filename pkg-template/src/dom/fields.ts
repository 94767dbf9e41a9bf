import { attributeOf, hasAttribute, matches, nameOf, ofKind, readMember } from "./members.js";

/** The kind of text that can be typed into an element, as `Field` in `crates/toolbox/src/page/target.rs`. */
export type Field = "none" | "text" | "value" | "editable" | "select" | "tick" | "file";

/** Inputs whose text a person edits character by character. */
const textTypes = new Set(["text", "search", "email", "tel", "url", "password"]);

/** Inputs whose value has a format of its own, with the format. */
export const valueTypes: Readonly<Record<string, string>> = {
  number: "write a number such as 12.5",
  range: "write a number such as 50",
  date: "write a date such as 2027-01-31",
  "datetime-local": "write a date and time such as 2027-01-31T18:30",
  month: "write a month such as 2027-01",
  week: "write a week such as 2027-W05",
  time: "write a time such as 18:30",
  color: "write a color such as #3366ff",
};

/** An input's type, `""` of anything else. */
export function inputType(element: Element): string {
  return nameOf(element) === "input" ? ofKind(element, "type", "", [HTMLInputElement]) : "";
}

export function fieldOf(element: Element): Field {
  const name = nameOf(element);
  const type = inputType(element);
  if (name === "textarea" || textTypes.has(type)) return "text";
  if (name === "select") return "select";
  if (Object.hasOwn(valueTypes, type)) return "value";
  if (type === "checkbox" || type === "radio") return "tick";
  if (type === "file") return "file";
  return isEditable(element) ? "editable" : "none";
}

/** Returns true if an element is one whose content is edited in place. */
export function isEditable(element: Element): boolean {
  return /^(|true|plaintext-only)$/i.test(attributeOf(element, "contenteditable") ?? "false");
}

/** The content of a field, without any check of secrecy. */
export function heldBy(element: Element): string | undefined {
  const name = nameOf(element);
  try {
    if (name === "textarea") return readMember(HTMLTextAreaElement.prototype, "value", element);
    if (name === "select") return selectedIn(element as HTMLSelectElement);
    if (name === "input") return readMember(HTMLInputElement.prototype, "value", element);
  } catch {
    return undefined;
  }
  if (!isEditable(element)) return undefined;
  return readMember<string>(HTMLElement.prototype, "innerText", element);
}

/** Sets the value of a field, bypassing a framework's wrapper. */
export function setHeld(element: Element, value: string): void {
  const { prototype } = nameOf(element) === "textarea" ? HTMLTextAreaElement : HTMLInputElement;
  Reflect.set(prototype, "value", value, element);
}

export function optionsOf(select: Element): HTMLOptionElement[] {
  return Array.from(
    readMember<HTMLOptionsCollection>(HTMLSelectElement.prototype, "options", select),
  );
}

/** The text of an option that a person reads. */
export function labelOf(option: HTMLOptionElement): string {
  return readMember<string>(HTMLOptionElement.prototype, "label", option)
    .replace(/\s+/g, " ")
    .trim();
}

function selectedIn(select: HTMLSelectElement): string {
  const selected = optionsOf(select).filter((option) => option.selected);
  return selected.map(labelOf).join(", ");
}

export function isReadOnly(element: Element): boolean {
  const name = nameOf(element);
  return (name === "input" || name === "textarea") && hasAttribute(element, "readonly")
    ? true
    : attributeOf(element, "aria-readonly") === "true";
}

export function isDisabled(element: Element): boolean {
  return matches(element, ":disabled") || attributeOf(element, "aria-disabled") === "true";
}
