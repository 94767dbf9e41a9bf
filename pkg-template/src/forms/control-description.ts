import { truncate } from "../codec/truncate.js";
import {
  attributeText,
  childrenOf,
  closest,
  contains,
  isElement,
  nameOf,
  textOf,
} from "../dom/members.js";
import { stepsInWords } from "./control-schema.js";
import type { Control, ControlGroup } from "./controls.js";
import { optionsOf } from "./judge-select.js";

/** The maximum length of a parameter's description, in UTF-16 units: a label may hold a page of conditions. */
const longest = 2000;

/** The description of a group of controls for the model: the author's text for the model, else the visible text. */
export function describeGroup(group: ControlGroup): string | undefined {
  const [control] = group.controls;
  const written = firstText(
    group.controls.map((each) => attributeText(each, "toolparamdescription")),
  );
  const named = written || namedBy(group);
  const facts = [limitsOf(control), choicesOf(group)].filter(Boolean);
  const isOpen = facts.length > 0 && /[^.!?:;…]$/.test(named);
  const words = [isOpen ? `${named}.` : named, ...facts].filter(Boolean).join(" ");
  return truncate(words, longest) || undefined;
}

function namedBy({ kind, controls: [control, ...others] }: ControlGroup): string {
  const isGroup = kind === "radio" || others.length > 0;
  const legend = isGroup ? legendOf(control) : "";
  return firstText([
    legend,
    isGroup ? "" : labelOf(control),
    isGroup ? "" : attributeText(control, "aria-label"),
    attributeText(control, "title"),
    attributeText(control, "placeholder"),
  ]);
}

function legendOf(control: Control): string {
  const group = closest(control, "fieldset");
  // A legend outside the form does not describe its controls, even where they are placed there by `form="…"`.
  if (!group || !isInForm(control, group)) return "";
  const legend = childrenOf(group).find((node) => isElement(node) && nameOf(node) === "legend");
  return legend ? textOf(legend) : "";
}

function isInForm(control: Control, element: Element): boolean {
  const form = closest(control, "form");
  return form !== null && contains(form, element);
}

/** A label may contain the control, whose own text does not belong to it. */
function labelOf(control: Control): string {
  const own = Array.from(control.labels ?? []).find((label) => isInForm(control, label));
  const label = own?.cloneNode(true) as HTMLElement | undefined;
  for (const inner of label?.querySelectorAll("select, textarea, button, script, style") ?? []) {
    inner.remove();
  }
  return label?.textContent ?? "";
}

/** Constraints that JSON Schema can't express, or expresses differently from HTML. */
function limitsOf(control: Control): string {
  const input = control as unknown as HTMLInputElement;
  switch (input.type) {
    case "url":
      return 'An absolute URL, such as "https://example.org/".';
    case "email":
      return input.multiple ? "E-mail addresses, with commas between them." : "";
    case "number":
    case "range":
      return stepsInWords(input);
    default:
      return limitsOfTime(input);
  }
}

/** The unit of a date's or time's step. */
const units: Readonly<Record<string, string>> = {
  date: "days",
  month: "months",
  week: "weeks",
  time: "seconds",
  "datetime-local": "seconds",
};

function limitsOfTime(input: HTMLInputElement): string {
  const unit = units[input.type];
  if (!unit) return "";
  const [min, max] = [attributeText(input, "min"), attributeText(input, "max")];
  const step = Number(attributeText(input, "step"));
  return [
    min && max ? `From ${min} to ${max}.` : min ? `Not before ${min}.` : max && `Not after ${max}.`,
    step > 0 ? `In steps of ${step} ${unit}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** The labels of choices that differ from their values. */
function choicesOf(group: ControlGroup): string {
  const choices = choicePairs(group).filter(([value, label]) => value !== "" && label !== "");
  if (choices.every(([value, label]) => value === label)) return "";
  return `${choices.map(([value, label]) => `${value}: ${label}`).join("; ")}.`;
}

function choicePairs({ kind, controls }: ControlGroup): [string, string][] {
  if (kind === "select") {
    const options = optionsOf(controls[0] as unknown as HTMLSelectElement);
    return options.map((option) => [option.value, collapsed(option.label)]);
  }
  if (kind === "text" || kind === "custom" || (kind === "checkbox" && controls.length === 1)) {
    return [];
  }
  return controls.map((control) => [control.value, collapsed(labelOf(control))]);
}

function firstText(texts: readonly string[]): string {
  return texts.map(collapsed).find(Boolean) ?? "";
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
