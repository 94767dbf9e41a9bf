import type { Control, ControlGroup } from "./controls.js";
import { judgeSelect } from "./judge-select.js";
import { judgeText } from "./judge-text.js";
import { type Judgement, judgeChoice, judgeChoices, wrongKind } from "./judgement.js";

/**
 * Judges whether a person could enter a value and submit it. With `isChecked: false` the browser checks no constraint
 * on submission, and only values that can't be entered at all are refused.
 */
export function judgeGroup(group: ControlGroup, given: unknown, isChecked: boolean): Judgement {
  const [control] = group.controls;
  switch (group.kind) {
    case "checkbox":
      return judgeCheckboxes(group.controls as unknown as HTMLInputElement[], given, isChecked);
    case "radio":
      return judgeChoice(
        group.controls.map(({ value }) => value),
        given,
      );
    case "select":
      return judgeSelect(control as unknown as HTMLSelectElement, given, isChecked);
    case "custom":
      return judgeCustom(control, given);
    case "text":
      return judgeTexts(group.controls, given, isChecked);
  }
}

/** The browser's message for a group that can't be left as it is; `undefined` if it can. */
export function judgeUntouched({ controls }: ControlGroup): string | undefined {
  const missing = controls.find(({ validity }) => validity?.valueMissing === true);
  return missing && (missing.validationMessage || "must be given");
}

function judgeTexts(
  controls: ControlGroup["controls"],
  given: unknown,
  isChecked: boolean,
): Judgement {
  if (controls.length === 1) return judgeText(controls[0], given, isChecked);
  if (!Array.isArray(given)) return wrongKind("an array", given);
  if (given.length > controls.length) {
    return { fault: `must have at most ${controls.length} items, but has ${given.length}` };
  }
  const values: unknown[] = [];
  for (const [index, each] of controls.entries()) {
    const judged = judgeText(each, index < given.length ? given[index] : "", isChecked);
    if ("fault" in judged) return { fault: `item ${index}: ${judged.fault}` };
    values.push(judged.value);
  }
  return { value: values };
}

function judgeCheckboxes(
  boxes: readonly HTMLInputElement[],
  given: unknown,
  isChecked: boolean,
): Judgement {
  const isOne = boxes.length === 1;
  if (isOne && typeof given !== "boolean") return wrongKind("true or false", given);
  const judged = isOne
    ? { value: given }
    : judgeChoices(
        boxes.map(({ value }) => value),
        given,
      );
  if ("fault" in judged || !isChecked) return judged;
  const isOn = ({ value }: HTMLInputElement): boolean =>
    isOne ? given === true : (given as unknown[]).includes(value);
  const missing = boxes.find((box) => box.required && !isOn(box));
  return missing ? { fault: whyRequired(missing) } : judged;
}

/** The browser's message, taken from a copy that is not checked. */
function whyRequired(box: HTMLInputElement): string {
  const copy = box.cloneNode(false) as HTMLInputElement;
  copy.checked = false;
  return copy.validationMessage || "must be checked";
}

/** Judges only the type: a custom element validates a value when it holds it, and then prevents the submission. */
function judgeCustom(control: Control, given: unknown): Judgement {
  const { value, checked } = control as { value?: unknown; checked?: unknown };
  const type = typeof checked === "boolean" ? "boolean" : typeof value;
  const expected = type === "boolean" || type === "number" ? type : "string";
  if (typeof given === expected) return { value: given };
  return wrongKind(expected === "boolean" ? "true or false" : `a ${expected}`, given);
}
