import { attributeText, documentOf, hasAttribute } from "../dom/members.js";
import type { Control } from "./controls.js";
import { type Judgement, wrongKind } from "./judgement.js";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Attributes that do not limit the values of a control. */
const besides = new Set(["id", "form", "list", "disabled", "readonly", "autofocus", "is"]);

/** Types whose characters the browser counts. */
const counted = new Set(["text", "search", "url", "tel", "email", "password", "textarea"]);

/** The format of values that a control would otherwise drop silently. */
const written: Readonly<Record<string, string>> = {
  number: "a number",
  date: 'a date such as "2026-01-31"',
  month: 'a month such as "2026-01"',
  week: 'a week such as "2026-W05"',
  time: 'a time such as "07:30"',
  "datetime-local": 'a date and a time such as "2026-01-31T07:30"',
  color: 'a colour such as "#1a2b3c"',
};

/** Judges whether a person could enter a text, number, date or colour and submit it. The browser judges a copy. */
export function judgeText(control: Control, given: unknown, isChecked: boolean): Judgement {
  const input = control as unknown as TextControl;
  const { type } = input;
  const text = textOf(given, type);
  if (text === undefined) return wrongKind(isNumeric(type) ? "a number" : "a string", given);
  const copy = copyOf(input);
  copy.value = entered(text, type);
  const { value } = copy;
  if (type === "range") {
    const number = numberLike(input as HTMLInputElement, text);
    if (number.value === "") return wrongKind("a number", given);
    if (Number(value) !== number.valueAsNumber) return { fault: whyMoved(number, value) };
  }
  if (isLost(copy, text)) return wrongKind(written[type] ?? "a value of its type", given);
  const fault = whyLength(input, value, isChecked) ?? (isChecked ? whyInvalid(copy) : undefined);
  if (fault !== undefined) return { fault };
  // A number stays one: it is written into the control as it is.
  return { value: isNumeric(type) && typeof given !== "string" ? given : value };
}

/** Chromium has a message for a time in a range across midnight that it takes. */
function whyInvalid({ validity, validationMessage }: TextControl): string | undefined {
  return validity.valid ? undefined : validationMessage || "is not valid";
}

/** The text that a person would type. */
function textOf(given: unknown, type: string): string | undefined {
  if (typeof given === "string") return given;
  const isNumber = Number.isFinite(given) || typeof given === "bigint";
  return isNumeric(type) && isNumber ? String(given) : undefined;
}

function isNumeric(type: string): boolean {
  return type === "number" || type === "range";
}

/** An invisible copy, out of reach of the page's scripts: it belongs to a separate document. */
function copyOf(input: TextControl, type = attributeText(input, "type")): TextControl {
  const copy = asideOf(documentOf(input)).createElement(input.localName) as TextControl;
  for (const { name, value } of input.attributes) {
    if (!besides.has(name) && !name.startsWith("on")) copy.setAttribute(name, value);
  }
  if (type) copy.setAttribute("type", type);
  return copy;
}

const asides = new WeakMap<Document, Document>();

/** A document of its own for the copies of a page's controls. */
function asideOf(page: Document): Document {
  const implementation: DOMImplementation = Reflect.get(Document.prototype, "implementation", page);
  const aside = asides.get(page) ?? implementation.createHTMLDocument("");
  asides.set(page, aside);
  return aside;
}

/** A text as it arrives by keyboard or clipboard. */
function entered(text: string, type: string): string {
  if (type === "email") return text.split(",").map(withAsciiDomain).join(",");
  const isOneLine = type === "text" || type === "search" || type === "tel";
  return isOneLine ? text.replace(/\r\n|\r|\n/g, " ") : text;
}

/** Converts an international domain to ASCII, as browsers do with the typed value of an e-mail field. */
function withAsciiDomain(address: string): string {
  const [, local, domain] = /^([^@]*@)([^@\s]*[^\0-\x7f][^@\s]*)\s*$/.exec(address) ?? [];
  if (local === undefined || domain === undefined || /[/?#\\:]/.test(domain)) return address;
  try {
    return local + new URL(`http://${domain}`).hostname;
  } catch {
    return address;
  }
}

/** Returns true if the control is empty, or has its default, instead of the given value. */
function isLost(copy: TextControl, text: string): boolean {
  const { type, value } = copy;
  if (!(type in written)) return false;
  if (type !== "color") return value === "" && text !== "";
  copy.value = "";
  const isDefault = value === copy.value;
  copy.value = value;
  const isColour = text.trim().toLowerCase() === value || understands(copy, text, value);
  return isDefault && !isColour;
}

/** Returns true if the control reads CSS colours, and the given one happens to be its default. */
function understands(copy: TextControl, text: string, value: string): boolean {
  copy.value = "red";
  const isReader = copy.value !== value;
  copy.value = value;
  return isReader && CSS.supports("color", text);
}

/** Checks the length, since the browser checks it only for a person's input. Counts UTF-16 units. */
function whyLength(input: TextControl, value: string, isChecked: boolean): string | undefined {
  if (!counted.has(input.type) || value === input.value) return undefined;
  const { minLength, maxLength } = input;
  const { length } = value;
  if (maxLength >= 0 && length > maxLength) {
    return `must have at most ${maxLength} characters as HTML counts them, but has ${length}`;
  }
  if (isChecked && length > 0 && length < minLength) {
    return `must have at least ${minLength} characters as HTML counts them, but has ${length}`;
  }
  return undefined;
}

/**
 * A number field with a range's limits, which reports the error. The range itself would move to the next valid value.
 */
function numberLike(range: HTMLInputElement, text: string): HTMLInputElement {
  const number = copyOf(range, "number") as HTMLInputElement;
  const { min, max } = rangeLimits(range);
  number.min = String(min);
  number.max = String(max);
  number.value = text;
  return number;
}

function whyMoved(number: HTMLInputElement, nearest: string): string {
  return whyInvalid(number) ?? `must be a step, such as ${nearest}, but is ${number.value}`;
}

/** The limits of a range, which has some anyway. */
export function rangeLimits(range: HTMLInputElement): { min: number; max: number } {
  const min = numberIn(range, "min") ?? 0;
  return { min, max: Math.max(min, numberIn(range, "max") ?? 100) };
}

/** A number in an attribute, as the browser reads it there. */
export function numberIn(input: HTMLInputElement, attribute: string): number | undefined {
  if (!hasAttribute(input, attribute)) return undefined;
  const probe = copyOf(input, "number") as HTMLInputElement;
  probe.value = attributeText(input, attribute);
  const number = probe.valueAsNumber;
  return Number.isNaN(number) ? undefined : number;
}
