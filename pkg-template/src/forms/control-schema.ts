import { ownControlsOf } from "../dom/forms.js";
import { attributeText } from "../dom/members.js";
import type { JsonSchema } from "../tools/types.js";
import type { Control, ControlGroup } from "./controls.js";
import { optionsOf, placeholderOf } from "./judge-select.js";
import { numberIn, rangeLimits } from "./judge-text.js";

type Schema = Record<string, unknown>;

/** The schema of the values that a group of controls takes, without its description. */
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
    case "text":
      return textsSchema(group.controls as unknown as readonly HTMLInputElement[]);
  }
}

/** HTML requires nothing of these: they always hold something. */
const neverEmpty = new Set(["range", "color"]);

/** Returns true if a call must name a group. */
export function isRequired(group: ControlGroup): boolean {
  const { kind, controls } = group;
  // Of several checkboxes each would be required for itself.
  if (kind === "checkbox" && controls.length > 1) return false;
  if (kind === "radio") return isRadioRequired(group);
  return controls.some((control) => {
    const { required, type } = control as { required?: boolean; type?: string };
    return required === true && !neverEmpty.has(type ?? "");
  });
}

/** One required radio button makes its group required, also one that can't be chosen. */
function isRadioRequired({ name, controls: [{ form }] }: ControlGroup): boolean {
  const all = form ? ownControlsOf(form) : [];
  return all.some((control) => {
    const { type, required } = control as HTMLInputElement;
    return type === "radio" && required && attributeText(control, "name") === name;
  });
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
  const isUseless = placeholderOf(select) !== undefined;
  const choices = isUseless ? values.filter((value) => value !== "") : values;
  return choices.length > 0 ? { type: "string", enum: choices } : { type: "string" };
}

function customSchema(control: Control): Schema {
  const { value, checked } = control as { value?: unknown; checked?: unknown };
  if (typeof checked === "boolean") return { type: "boolean" };
  return { type: typeof value === "number" ? "number" : "string" };
}

/** Fields of one name are filled in in order, and may differ in what they take. */
function textsSchema(inputs: readonly HTMLInputElement[]): Schema {
  const [first = {}, ...others] = inputs.map(textSchema);
  if (others.length === 0) return first;
  const isSame = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  const isOneType = others.every(({ type }) => type === first.type);
  const items = isSame ? first : isOneType ? { type: first.type } : {};
  return { type: "array", items, maxItems: inputs.length };
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
    default: {
      const pattern = writtenAs[input.type];
      return { type: "string", ...(pattern ? { pattern } : textLimits(input)) };
    }
  }
}

/** HTML's own formats, which JSON Schema lacks or defines differently. */
const writtenAs: Readonly<Record<string, string>> = {
  time: "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,3})?)?$",
  "datetime-local":
    "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,3})?)?$",
  month: "^[0-9]{4}-(0[1-9]|1[0-2])$",
  week: "^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$",
  color: "^#[0-9a-fA-F]{6}$",
};

function textLimits(input: HTMLInputElement): Schema {
  const { minLength, maxLength, pattern, required, multiple } = input;
  const least = Math.max(minLength, required ? 1 : 0);
  return {
    ...(least > 0 && { minLength: least }),
    ...(maxLength >= 0 && { maxLength }),
    // Of several addresses each has to match.
    ...(pattern && !multiple && isPattern(pattern) && { pattern: `^(?:${pattern})$` }),
  };
}

/**
 * Returns true if the pattern works in the browser and in a model's API; one that doesn't is only checked by the
 * browser.
 */
function isPattern(pattern: string): boolean {
  try {
    return ["u", "v"].every((flags) => new RegExp(pattern, flags));
  } catch {
    return false;
  }
}

function numberSchema(input: HTMLInputElement): Schema {
  const { minimum, maximum, step, base } = stepsOf(input);
  const isWhole = step !== undefined && Number.isInteger(step) && Number.isInteger(base);
  return {
    type: isWhole ? "integer" : "number",
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(isMultiple(step, base) && { multipleOf: step }),
  };
}

/** Steps are counted from `base`; JSON Schema counts from 0, and a fraction is rarely an exact multiple. */
function isMultiple(step: number | undefined, base: number): boolean {
  return step !== undefined && step > 1 && Number.isInteger(step) && base % step === 0;
}

interface Steps {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** `undefined` when any value will do. */
  readonly step: number | undefined;
  readonly base: number;
}

function stepsOf(input: HTMLInputElement): Steps {
  const limits = input.type === "range" ? rangeLimits(input) : undefined;
  const minimum = limits?.min ?? numberIn(input, "min");
  const maximum = limits?.max ?? numberIn(input, "max");
  const isAny = attributeText(input, "step").trim().toLowerCase() === "any";
  const given = numberIn(input, "step");
  return {
    minimum,
    maximum,
    step: isAny ? undefined : given !== undefined && given > 0 ? given : 1,
    base: numberIn(input, "min") ?? numberIn(input, "value") ?? 0,
  };
}

/** The steps of a number as text, if its schema does not contain them. */
export function stepsInWords(input: HTMLInputElement): string {
  const { step, base } = stepsOf(input);
  const isSaid = step === undefined || (step === 1 && Number.isInteger(base));
  if (isSaid || isMultiple(step, base)) return "";
  return base === 0 ? `In steps of ${step}.` : `In steps of ${step} from ${base}.`;
}
