import { start, wellFormed } from "../../codec/truncate.js";
import {
  heldBy,
  inputType,
  isDisabled,
  isEditable,
  isReadOnly,
  labelOf,
  optionsOf,
} from "../../dom/fields.js";
import { frameDocument, parentOf } from "../../dom/flat-tree.js";
import { controlOf } from "../../dom/forms.js";
import {
  hasAttribute,
  isFocusable,
  matches,
  nameOf,
  readMember,
  styleOf,
} from "../../dom/members.js";

/** The states of an element at the moment, as `States` in `crates/toolbox/src/page/snapshot.rs`. */
export interface RawStates {
  checked?: string;
  expanded?: boolean;
  disabled?: boolean;
  required?: boolean;
  readOnly?: boolean;
  invalid?: boolean;
  focused?: boolean;
  focusable?: boolean;
  editable?: boolean;
  modal?: boolean;
  clickable?: boolean;
  labels?: boolean;
  closed?: boolean;
  secret?: boolean;
  value?: string;
  options?: string[];
}

/** Facts about an element that are known beforehand. */
export interface Known {
  readonly isFocused: boolean;
  readonly isSecret: boolean;
  /** Whether the mouse pointer marks it as clickable, but not its surroundings. */
  readonly isClickable: boolean;
}

export function statesOf(element: Element, known: Known): RawStates {
  const name = nameOf(element);
  const type = inputType(element);
  const states: RawStates = {};
  if (type === "checkbox" || type === "radio") {
    const isMixed = readMember<boolean>(HTMLInputElement.prototype, "indeterminate", element);
    const isChecked = readMember<boolean>(HTMLInputElement.prototype, "checked", element);
    states.checked = isMixed && type === "checkbox" ? "mixed" : String(isChecked);
  }
  if (name === "summary") {
    const details = parentOf(element);
    if (details && nameOf(details) === "details") states.expanded = hasAttribute(details, "open");
  }
  if (matches(element, ":disabled")) states.disabled = true;
  if (matches(element, ":required")) states.required = true;
  if (isReadOnly(element) && !isDisabled(element)) states.readOnly = true;
  if (matches(element, ":user-invalid")) states.invalid = true;
  if (known.isFocused && name !== "body") states.focused = true;
  if (isFocusable(element)) states.focusable = true;
  if (isEditable(element)) states.editable = true;
  if (matches(element, ":modal")) states.modal = true;
  if (known.isClickable) states.clickable = true;
  if (name === "label") Object.assign(states, labelStates(element));
  if (/^i?frame$/.test(name) && !frameDocument(element)) states.closed = true;
  if (known.isSecret) states.secret = true;
  const held = known.isSecret ? undefined : heldBy(element);
  if (type === "file") states.value = filesOf(element);
  else if (held && isValueShown(name, type)) states.value = bounded(held);
  if (name === "select") {
    const options = optionsOf(element).slice(0, 500);
    states.options = options.map((option) => start(labelOf(option), 200));
  }
  return states;
}

/** Returns true if the value is shown besides the name. A button's value is its name. */
function isValueShown(name: string, type: string): boolean {
  if (name === "textarea" || name === "select") return true;
  return name === "input" && !/^(button|submit|reset|image|checkbox|radio|hidden)$/.test(type);
}

function filesOf(input: Element): string {
  const files = readMember<FileList | null>(HTMLInputElement.prototype, "files", input);
  return Array.from(files ?? [], (file) => file.name).join(", ");
}

/** A label's states. If its control is shown, the label only names it; otherwise the label itself is used. */
function labelStates(label: Element): RawStates {
  const control = controlOf(label);
  const style = control && styleOf(control);
  if (!control || !style) return {};
  const isShown = style.display !== "none" && style.visibility === "visible";
  return isShown ? { labels: true, clickable: false } : { clickable: true };
}

/** The maximum length that is read of one attribute or text, in UTF-16 units. */
const mostOfOne = 20_000;

export function bounded(text: string): string {
  return wellFormed(start(text, mostOfOne));
}
