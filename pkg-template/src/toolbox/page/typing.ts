import { start } from "../../codec/truncate.js";
import {
  fieldOf,
  heldBy,
  inputType,
  labelOf,
  optionsOf,
  setHeld,
  valueTypes,
} from "../../dom/fields.js";
import { focusIn } from "../../dom/flat-tree.js";
import {
  dispatch,
  documentOf,
  focus,
  isConnected,
  nameOf,
  readMember,
  windowOf,
} from "../../dom/members.js";
import { isSecret } from "../../dom/secrets.js";
import { change, hasSelection, prototypeOf, selectAll } from "./editing.js";
import { keyEvent, press } from "./keys.js";
import type { Part } from "./part.js";

/** The input, as `Typing` in `crates/toolbox/src/page/type_text.rs`. */
export interface Typing {
  readonly element: number;
  readonly text: string | null;
  readonly clear: boolean;
  readonly press: string | null;
}

/** The result of typing, as `Typed` there. */
export interface Typed {
  value?: string;
  cut?: number;
  refused?: "option" | "format" | "prevented";
  options?: string[];
  format?: string;
}

/** Longer texts come in one piece, as pasted. */
const mostByKeys = 500;

/** Types into a field, with a person's events in a person's order. */
export function type(part: Part, element: Element, typing: Typing): Typed {
  const { text, clear } = typing;
  const before = heldBy(element);
  if (focusIn(documentOf(element)) !== element) arrive(element);
  const typed = text !== null || clear ? enter(element, text ?? "", clear) : {};
  if (typed.refused) return typed;
  commit(element, before);
  // On the element that was looked at, wherever the focus is by now.
  if (typing.press) press(part, element, typing.press);
  return typed;
}

/** The content of a field, unless it is secret or the field is gone. */
export function valueAfter(element: Element): string | undefined {
  const isThere = isConnected(element);
  return isThere && !isSecret(element, false) ? heldBy(element) : undefined;
}

function enter(element: Element, text: string, clear: boolean): Typed {
  const field = fieldOf(element);
  if (field === "select") return select(element as HTMLSelectElement, text, clear);
  if (field === "value") return setValue(element, text);
  if (clear) empty(element);
  if (field === "editable") return insertAll(element, text);
  const isLine = nameOf(element) === "input";
  const written = isLine ? text.replace(/\r\n|[\r\n]/g, " ") : text.replace(/\r\n?/g, "\n");
  const room = roomIn(element);
  const fitting = start(written, room);
  const typed = insertAll(element, fitting);
  return { ...typed, cut: Array.from(written.slice(fitting.length)).length };
}

/** The caret goes to the end, as when a person goes on writing. */
function arrive(element: Element): void {
  focus(element);
  const field = fieldOf(element);
  if (field === "text" && hasSelection(element)) {
    const { length } = heldBy(element) ?? "";
    prototypeOf(element).setSelectionRange.call(
      element as HTMLInputElement & HTMLTextAreaElement,
      length,
      length,
    );
  } else if (field === "editable") {
    windowOf(element)?.getSelection()?.selectAllChildren(element);
    windowOf(element)?.getSelection()?.collapseToEnd();
  }
}

function empty(element: Element): void {
  selectAll(element);
  if ((heldBy(element) ?? "") === "") return;
  change(element, "deleteContentBackward", null, "delete");
}

function insertAll(element: Element, text: string): Typed {
  if (text === "") return {};
  const before = heldBy(element);
  if (!hasSelection(element)) {
    selectAll(element);
    change(element, "insertText", (before ?? "") + text, "insertText");
  } else if (Array.from(text).length > mostByKeys) {
    change(element, "insertFromPaste", text, "insertText");
  } else {
    for (const character of text) insertOne(element, character);
  }
  return heldBy(element) === before ? { refused: "prevented" } : {};
}

/** One character, by its key. */
function insertOne(element: Element, character: string): void {
  const key = character === "\n" ? "Enter" : character;
  if (keyEvent(element, "keydown", key)) {
    keyEvent(element, "keypress", key);
    if (character !== "\n") change(element, "insertText", character, "insertText");
    else if (fieldOf(element) === "editable")
      change(element, "insertParagraph", null, "insertParagraph");
    else change(element, "insertLineBreak", character, "insertText");
  }
  keyEvent(element, "keyup", key);
}

/** The remaining room in a field, in UTF-16 units. */
function roomIn(element: Element): number {
  const most = readMember<number>(prototypeOf(element), "maxLength", element);
  if (most < 0) return Number.POSITIVE_INFINITY;
  const { selectionStart, selectionEnd } = element as HTMLInputElement;
  const selected = (selectionEnd ?? 0) - (selectionStart ?? 0);
  return Math.max(0, most - ((heldBy(element) ?? "").length - selected));
}

/** A date, number or color is put in its field as a whole. */
function setValue(element: Element, text: string): Typed {
  const before = heldBy(element) ?? "";
  setHeld(element, text);
  if (text.trim() !== "" && heldBy(element) === "") {
    setHeld(element, before);
    const format = valueTypes[inputType(element)];
    return { refused: "format", ...(format && { format }) };
  }
  if (inputType(element) === "color" && heldBy(element) !== text.toLowerCase()) {
    setHeld(element, before);
    return { refused: "format", format: valueTypes.color ?? "" };
  }
  announceInput(element);
  return {};
}

function select(select: HTMLSelectElement, text: string, clear: boolean): Typed {
  const open = optionsOf(select).filter((option) => !isOff(option));
  const wanted = text.replace(/\s+/g, " ").trim();
  const option =
    open.find((each) => labelOf(each) === wanted) ??
    only(open.filter((each) => labelOf(each).toLowerCase() === wanted.toLowerCase())) ??
    open.find((each) => each.value === text);
  if (!option && !(clear && wanted === ""))
    return { refused: "option", options: open.map(labelOf) };
  if (clear) for (const each of optionsOf(select)) each.selected = false;
  if (option) option.selected = true;
  announceInput(select);
  return {};
}

function isOff(option: HTMLOptionElement): boolean {
  return option.disabled || (option.parentElement as HTMLOptGroupElement | null)?.disabled === true;
}

function only<T>(list: T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

function announceInput(element: Element): void {
  const view = windowOf(element);
  if (view) dispatch(element, new view.Event("input", { bubbles: true, composed: true }));
}

/** Leaves a field as a person does who goes on to the next one. */
function commit(element: Element, before: string | undefined): void {
  const view = windowOf(element);
  if (!view || fieldOf(element) === "editable" || heldBy(element) === before) return;
  dispatch(element, new view.Event("change", { bubbles: true }));
}
