/**
 * Detection of fields that no agent reads: passwords always; card numbers and one-time codes unless the page allows it.
 */
import { inputType, isEditable } from "./fields.js";
import { labelsOf, namedBy } from "./forms.js";
import { isKnownPassword, rememberPassword } from "./known-passwords.js";
import { attributeText, nameOf, styleOf, textOf } from "./members.js";
import { identifiesPassword, namesPassword, namesSensitive } from "./secret-words.js";

/** Finds the labels of a control: one at a time that takes a look at all of the document. */
export type LabelsOf = (control: Element) => readonly Element[];

/** Returns true if a field's value is nothing for an agent. */
export function isSecret(
  element: Element,
  readsSensitive: boolean,
  labels: LabelsOf = labelsOf,
): boolean {
  if (!isField(element)) return false;
  if (wasPassword(element, labels)) return true;
  const isWritten = isWritable(element) && !isPlain(element);
  const { named, labelled } = isWritten ? wordsOf(element, labels) : noWords;
  if (identifiesPassword(named) || namesPassword(labelled)) return true;
  if (readsSensitive) return false;
  const isSaid = autocompleteOf(element).some((token) => /^(one-time-code$|cc-)/.test(token));
  return isSaid || namesSensitive(named) || namesSensitive(labelled);
}

/**
 * Returns true if a field is for a password, was, or has replaced such a field: pages show typed passwords by replacing
 * the field.
 */
export function wasPassword(element: Element, labels: LabelsOf = labelsOf): boolean {
  const isNow =
    inputType(element) === "password" ||
    autocompleteOf(element).some((token) => /^(current|new)-password$/.test(token)) ||
    (isField(element) && isMasked(element));
  if (isNow) rememberPassword(element, labels);
  return isNow || (isWritable(element) && isKnownPassword(element, labels));
}

function isField(element: Element): boolean {
  return /^(input|textarea|select)$/.test(nameOf(element)) || isEdited(element);
}

/** Content edited in place, and fields that a page has made. */
function isEdited(element: Element): boolean {
  const role = attributeText(element, "role").trim().toLowerCase().split(/\s+/)[0] ?? "";
  return isEditable(element) || /^(textbox|searchbox|spinbutton)$/.test(role);
}

const neverWritten =
  /^(hidden|checkbox|radio|button|submit|reset|image|file|color|range|date|datetime-local|month|week|time)$/;

/** Returns true if a person writes into it. */
function isWritable(element: Element): boolean {
  const name = nameOf(element);
  if (name === "input") return !neverWritten.test(inputType(element));
  return name === "textarea" || (name !== "select" && isEdited(element));
}

/** Returns true if the author declares another purpose, even if its label has such words. */
function isPlain(element: Element): boolean {
  const plain =
    /^(name|email|username|nickname|url|country|tel|bday|language|organization|.*-name|postal-code|street-address|address-.*|tel-.*)$/;
  if (/^(email|url)$/.test(inputType(element))) return true;
  return autocompleteOf(element).some((token) => plain.test(token) && !token.startsWith("cc-"));
}

function autocompleteOf(element: Element): string[] {
  return attributeText(element, "autocomplete").toLowerCase().split(/\s+/);
}

/** Returns true if a style shows dots in place of the text. */
function isMasked(element: Element): boolean {
  const security = styleOf(element)?.getPropertyValue("-webkit-text-security");
  return !!security && security !== "none";
}

const noWords = { named: "", labelled: "" };

/** Texts of a field that programs and people read. */
function wordsOf(element: Element, labels: LabelsOf): typeof noWords {
  const text = (name: string): string => attributeText(element, name);
  const named = [...labels(element), ...namedBy(element)];
  const seen = [...named.map((label) => textOf(label).slice(0, 500)), text("aria-label")];
  const labelled = seen.join(" . ");
  return {
    named: `${text("name")} . ${text("id")} . ${text("data-testid")}`,
    labelled:
      labelled.replace(/[ .]/g, "") === "" ? text("placeholder") || text("title") : labelled,
  };
}
