import { type Control, type ControlGroup, controlGroups } from "./controls.js";
import { optionsOf } from "./judge-select.js";

/**
 * Fills in the controls that arguments name, as a person would: the page receives `input`, `change` and clicks. Other
 * controls keep their values.
 *
 * @returns a description of each control that could not be filled in; the page may have changed the form meanwhile.
 */
export function fill(form: HTMLFormElement, args: Readonly<Record<string, unknown>>): string[] {
  const faults: string[] = [];
  // In the form's order: the value of one control may determine the options of the next.
  for (const { name } of controlGroups(form)) {
    if (!Object.hasOwn(args, name)) continue;
    // Looked up again: frameworks replace controls in reaction to changes of others.
    const group = controlGroups(form).find((each) => each.name === name);
    const fault = group ? fillGroup(group, args[name]) : "is not in the form any more";
    if (fault) faults.push(`${name}: ${fault}`);
  }
  return faults;
}

function fillGroup(group: ControlGroup, value: unknown): string | undefined {
  const [control] = group.controls;
  switch (group.kind) {
    case "checkbox":
      return fillCheckboxes(group, value);
    case "radio":
      return fillRadio(group, String(value));
    case "select":
      return fillSelect(control as unknown as HTMLSelectElement, value);
    case "custom":
      return fillCustom(control, value);
    case "text":
      for (const [index, each] of group.controls.entries()) {
        const text = Array.isArray(value) ? (value[index] ?? "") : value;
        setByUser(each, "value", String(text));
      }
      return undefined;
  }
}

function fillCheckboxes({ controls }: ControlGroup, value: unknown): undefined {
  for (const control of controls as unknown as HTMLInputElement[]) {
    const isWanted = Array.isArray(value) ? value.includes(control.value) : value === true;
    // Frameworks listen to the click, not to the change.
    if (control.checked !== isWanted) control.click();
  }
}

function fillRadio({ controls }: ControlGroup, value: string): string | undefined {
  const wanted = controls.find((control) => control.value === value) as unknown as
    | HTMLInputElement
    | undefined;
  if (!wanted) return `has no choice ${JSON.stringify(value)}`;
  if (!wanted.checked) wanted.click();
  return undefined;
}

function fillSelect(select: HTMLSelectElement, value: unknown): string | undefined {
  const wanted = new Set((Array.isArray(value) ? value : [value]).map(String));
  const options = optionsOf(select);
  const missing = [...wanted].find((each) => !options.some((option) => option.value === each));
  if (missing !== undefined) return `has no choice ${JSON.stringify(missing)}`;
  if (select.multiple) for (const option of options) option.selected = wanted.has(option.value);
  else select.selectedIndex = options.find((option) => wanted.has(option.value))?.index ?? -1;
  announce(select, null);
  return undefined;
}

function fillCustom(control: Control, value: unknown): undefined {
  Object.assign(control, typeof value === "boolean" ? { checked: value } : { value });
  announce(control, null);
}

/** Sets past an accessor that a framework has put on the control: React takes what goes through its own as known. */
function setByUser(control: Control, property: "value", value: string): void {
  let prototype = Object.getPrototypeOf(control) as object | null;
  while (prototype && !Object.hasOwn(prototype, property)) {
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  if (prototype) Reflect.set(prototype, property, value, control);
  announce(control, value);
}

function announce(control: Element, data: string | null): void {
  const inputType = "insertReplacementText";
  control.dispatchEvent(
    new InputEvent("input", { bubbles: true, composed: true, inputType, data }),
  );
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
