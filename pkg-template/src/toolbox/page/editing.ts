import { fieldOf, heldBy, inputType, setHeld } from "../../dom/fields.js";
import { dispatch, documentOf, nameOf, windowOf } from "../../dom/members.js";

export function prototypeOf(element: Element): HTMLInputElement | HTMLTextAreaElement {
  return nameOf(element) === "textarea"
    ? HTMLTextAreaElement.prototype
    : HTMLInputElement.prototype;
}

/** Returns true if the field reports its caret, which browsers don't do for an email address. */
export function hasSelection(element: Element): boolean {
  return inputType(element) !== "email";
}

export function selectAll(element: Element): void {
  if (fieldOf(element) === "editable")
    windowOf(element)?.getSelection()?.selectAllChildren(element);
  else prototypeOf(element).select.call(element as HTMLInputElement & HTMLTextAreaElement);
}

/**
 * Changes a text as the keyboard does. The browser's own editing raises a trusted `input`, keeps the undo history, and
 * respects what the field allows; it raises no `beforeinput`, by which editors do their work.
 */
export function change(
  element: Element,
  inputType: string,
  data: string | null,
  command: string,
): void {
  const view = windowOf(element);
  if (!view) return;
  const init = { bubbles: true, cancelable: true, composed: true, inputType, data };
  if (!dispatch(element, new view.InputEvent("beforeinput", init))) return;
  if (execute(documentOf(element), command, data ?? undefined)) return;
  insertByHand(element, data ?? "");
  dispatch(element, new view.InputEvent("input", { ...init, cancelable: false }));
}

function execute(document: Document, command: string, data: string | undefined): boolean {
  try {
    return Document.prototype.execCommand.call(document, command, false, data);
  } catch {
    return false;
  }
}

/** Inserts text in a browser that does not edit by command. */
function insertByHand(element: Element, data: string): void {
  if (fieldOf(element) === "editable") {
    const selection = windowOf(element)?.getSelection();
    selection?.deleteFromDocument();
    if (data && selection?.rangeCount) selection.getRangeAt(0).insertNode(new Text(data));
    selection?.collapseToEnd();
    return;
  }
  const held = heldBy(element) ?? "";
  const field = element as HTMLInputElement;
  const from = hasSelection(element) ? (field.selectionStart ?? held.length) : 0;
  const to = hasSelection(element) ? (field.selectionEnd ?? held.length) : held.length;
  setHeld(element, held.slice(0, from) + data + held.slice(to));
}
