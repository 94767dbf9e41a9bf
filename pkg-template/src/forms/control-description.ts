import { optionsOf } from "./control-schema.js";
import type { Control, ControlGroup } from "./controls.js";
import { attributeOf } from "./form-access.js";

/** What the model is told of a group of controls: what the author wrote for it, else what a person reads. */
export function describeGroup(group: ControlGroup): string | undefined {
  const [control] = group.controls;
  const written = firstText(
    group.controls.map((each) => attributeOf(each, "toolparamdescription")),
  );
  const named = written || namedBy(group);
  const facts = [limitsOf(control), choicesOf(group)].filter(Boolean);
  const isOpen = facts.length > 0 && /[^.!?:;…]$/.test(named);
  return [isOpen ? `${named}.` : named, ...facts].filter(Boolean).join(" ") || undefined;
}

function namedBy({ kind, controls: [control, ...others] }: ControlGroup): string {
  const isGroup = kind === "radio" || others.length > 0;
  const legend = isGroup ? control.closest("fieldset")?.querySelector("legend")?.textContent : "";
  return firstText([
    legend ?? "",
    isGroup ? "" : labelOf(control),
    isGroup ? "" : attributeOf(control, "aria-label"),
    attributeOf(control, "title"),
    attributeOf(control, "placeholder"),
  ]);
}

/** A label may contain the control, whose own text is none of it. */
function labelOf(control: Control): string {
  const label = control.labels?.[0]?.cloneNode(true) as HTMLElement | undefined;
  for (const inner of label?.querySelectorAll("select, textarea, button, script, style") ?? []) {
    inner.remove();
  }
  return label?.textContent ?? "";
}

/** Limits of dates and times, which JSON Schema can't express. */
function limitsOf(control: Control): string {
  const { type } = control as { type?: string };
  if (!type || !/^(date|time|month|week)/.test(type)) return "";
  const [min, max] = [attributeOf(control, "min"), attributeOf(control, "max")];
  if (min && max) return `From ${min} to ${max}.`;
  if (min) return `Not before ${min}.`;
  return max ? `Not after ${max}.` : "";
}

/** What stands for a value on the screen, where it says more. */
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
