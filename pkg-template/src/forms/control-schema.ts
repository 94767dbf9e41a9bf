import type { JsonSchema } from "../tools/types.js";
import type { Control, ControlGroup } from "./controls.js";
import { attributeOf, hasAttribute } from "./form-access.js";

type Schema = Record<string, unknown>;

/** What values a group of controls takes, without its description. */
export function groupSchema(group: ControlGroup): JsonSchema {
  const [control] = group.controls;
  switch (group.kind) {
    case "checkbox":
      return checkboxSchema(group);
    case "radio":
      return { type: "string", enum: [...new Set(group.controls.map(({ value }) => value))] };
    case "select":
      return selectSchema(control as unknown as HTMLSelectElement);
    case "custom":
      return customSchema(control);
    case "text": {
      const items = textSchema(control as unknown as HTMLInputElement);
      const { length } = group.controls;
      return length > 1 ? { type: "array", items, maxItems: length } : items;
    }
  }
}

/** Whether a call must name a group. */
export function isRequired(group: ControlGroup): boolean {
  // One required radio button makes its group required. Of several checkboxes each would be required for itself.
  if (group.kind === "checkbox" && group.controls.length > 1) return false;
  return group.controls.some((control) => control.required === true);
}

/** The options a person can choose. */
export function optionsOf(select: HTMLSelectElement): HTMLOptionElement[] {
  return Array.from(select.options).filter(
    (option) => !option.disabled && !option.closest("optgroup:disabled"),
  );
}

function checkboxSchema({ controls }: ControlGroup): Schema {
  if (controls.length === 1) {
    return controls[0].required ? { type: "boolean", const: true } : { type: "boolean" };
  }
  return severalOf([...new Set(controls.map(({ value }) => value))]);
}

function severalOf(values: readonly string[]): Schema {
  return { type: "array", items: { type: "string", enum: values }, uniqueItems: true };
}

function selectSchema(select: HTMLSelectElement): Schema {
  const { required, multiple } = select;
  const values = [...new Set(optionsOf(select).map(({ value }) => value))];
  if (multiple) return { ...severalOf(values), ...(required && { minItems: 1 }) };
  // The empty value of a required list is the line that asks to choose.
  const choices = required ? values.filter((value) => value !== "") : values;
  return choices.length > 0 ? { type: "string", enum: choices } : { type: "string" };
}

function customSchema(control: Control): Schema {
  const { value, checked } = control as { value?: unknown; checked?: unknown };
  if (typeof checked === "boolean") return { type: "boolean" };
  return { type: typeof value === "number" ? "number" : "string" };
}

function textSchema(input: HTMLInputElement): Schema {
  switch (input.type) {
    case "number":
    case "range":
      return numberSchema(input);
    case "date":
      return { type: "string", format: "date" };
    case "email":
      return { type: "string", ...(!input.multiple && { format: "email" }), ...textLimits(input) };
    case "url":
      return { type: "string", format: "uri", ...textLimits(input) };
    default: {
      const written = writtenAs[input.type];
      return { type: "string", ...(written ? { pattern: written } : textLimits(input)) };
    }
  }
}

/** How HTML writes what JSON Schema has no format for, or another. */
const writtenAs: Readonly<Record<string, string>> = {
  time: "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$",
  "datetime-local":
    "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$",
  month: "^[0-9]{4}-(0[1-9]|1[0-2])$",
  week: "^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$",
  color: "^#[0-9a-fA-F]{6}$",
};

/** The browser checks these only of what a person has typed. */
function textLimits(input: HTMLInputElement): Schema {
  const { minLength, maxLength, pattern, required } = input;
  const least = Math.max(minLength, required ? 1 : 0);
  return {
    ...(least > 0 && { minLength: least }),
    ...(maxLength >= 0 && { maxLength }),
    ...(pattern && isPattern(pattern) && { pattern: `^(?:${pattern})$` }),
  };
}

/** Whether the browser knows the pattern too: it ignores one that it can't read. */
function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "v");
    return true;
  } catch {
    return false;
  }
}

function numberSchema(input: HTMLInputElement): Schema {
  const isRange = input.type === "range";
  const minimum = numberIn(input, "min") ?? (isRange ? 0 : undefined);
  const maximum = numberIn(input, "max") ?? (isRange ? 100 : undefined);
  const base = minimum ?? numberIn(input, "value") ?? 0;
  const isAny = attributeOf(input, "step").trim().toLowerCase() === "any";
  const given = numberIn(input, "step");
  const step = given !== undefined && given > 0 ? given : 1;
  const isWhole = !isAny && Number.isInteger(step) && Number.isInteger(base);
  // Steps are counted from `min`; JSON Schema counts from 0. Fractions are left to the browser: 0.3 is no 3 × 0.1.
  const isMultiple = isWhole && step > 1 && base % step === 0;
  return {
    type: isWhole ? "integer" : "number",
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(isMultiple && { multipleOf: step }),
  };
}

function numberIn(input: Element, attribute: string): number | undefined {
  if (!hasAttribute(input, attribute)) return undefined;
  const text = attributeOf(input, attribute).trim();
  const number = Number(text);
  return text !== "" && Number.isFinite(number) ? number : undefined;
}
