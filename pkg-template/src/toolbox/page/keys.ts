import { fieldOf, inputType, optionsOf } from "../../dom/fields.js";
import { shownIn } from "../../dom/flat-tree.js";
import { formOf, requestSubmit } from "../../dom/forms.js";
import {
  allIn,
  bodyOf,
  clickOn,
  dispatch,
  documentOf,
  focus,
  isElement,
  isFocusable,
  matches,
  nameOf,
  readMember,
  styleOf,
  tabIndexOf,
  windowOf,
} from "../../dom/members.js";
import { isSubmittedByEnter, pressedByEnter } from "./activation.js";
import { change } from "./editing.js";
import type { Part } from "./part.js";

/** Presses a key, with the browser's default action for a person: events of a script have none. */
export function press(part: Part, element: Element, key: string): void {
  if (keyEvent(element, "keydown", key)) {
    const isHeard = key !== "Enter" || keyEvent(element, "keypress", key);
    if (isHeard) effects[key]?.(element, key, part);
  }
  // The focus may be elsewhere by then.
  keyEvent(
    readMember<Element | null>(Document.prototype, "activeElement", documentOf(element)) ?? element,
    "keyup",
    key,
  );
}

/** Dispatches a key event. Returns true if no listener prevented it. */
export function keyEvent(element: Element, type: string, key: string): boolean {
  const view = windowOf(element);
  if (!view) return false;
  const code = /^[a-z]$/i.test(key)
    ? `Key${key.toUpperCase()}`
    : /^\d$/.test(key)
      ? `Digit${key}`
      : key;
  const keyCode = keyCodes[key] ?? (key.length === 1 ? key.toUpperCase().charCodeAt(0) : 0);
  const init = {
    bubbles: true,
    cancelable: true,
    composed: true,
    view,
    key,
    code,
    keyCode,
    which: keyCode,
  };
  return dispatch(element, new view.KeyboardEvent(type, init));
}

const keyCodes: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Delete: 46,
};

type Effect = (element: Element, key: string, part: Part) => void;

const effects: Readonly<Record<string, Effect>> = {
  Enter: enter,
  Tab: goOn,
  Escape: close,
  Backspace: (element) => edit(element, "deleteContentBackward", "delete"),
  Delete: (element) => edit(element, "deleteContentForward", "forwardDelete"),
  ArrowUp: step,
  ArrowDown: step,
  ArrowLeft: move,
  ArrowRight: move,
  Home: move,
  End: move,
};

function edit(element: Element, inputType: string, command: string): void {
  const field = fieldOf(element);
  if (field === "text" || field === "editable") change(element, inputType, null, command);
}

function enter(element: Element): void {
  if (nameOf(element) === "textarea") {
    change(element, "insertLineBreak", "\n", "insertText");
    return;
  }
  if (fieldOf(element) === "editable") {
    change(element, "insertParagraph", null, "insertParagraph");
    return;
  }
  const pressed = pressedByEnter(element);
  const form = isSubmittedByEnter(element) ? formOf(element) : null;
  if (pressed) clickOn(pressed);
  else if (form) requestSubmit(form, undefined);
}

/** The focus goes to the next that takes it, in the order of the page. */
function goOn(element: Element, _key: string, part: Part): void {
  const body = bodyOf(documentOf(element));
  if (!body) return;
  const stops: Element[] = [];
  collect(body, stops, part);
  const order = stops
    .map((stop, index) => ({ stop, index, tabIndex: tabIndexOf(stop) || Number.POSITIVE_INFINITY }))
    .sort((one, other) =>
      one.tabIndex === other.tabIndex ? one.index - other.index : one.tabIndex - other.tabIndex,
    );
  const next = order[order.findIndex(({ stop }) => stop === element) + 1]?.stop;
  if (next) focus(next);
  else HTMLElement.prototype.blur.call(element as HTMLElement);
}

function collect(body: Element, stops: Element[], part: Part): void {
  const waiting = [body];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    const style = styleOf(element);
    if (!style || style.display === "none" || matches(element, "[inert]")) continue;
    if (part.isIgnored(element)) continue;
    if (style.visibility === "visible" && isFocusable(element)) stops.push(element);
    if (/^i?frame$/.test(nameOf(element))) continue;
    for (const node of [...shownIn(element)].reverse()) if (isElement(node)) waiting.push(node);
  }
}

/** Closes the topmost layer over the page, if it is the agent's to use. */
function close(element: Element, _key: string, part: Part): void {
  const document = documentOf(element);
  const popovers = allIn(document, "[popover]").filter((each) => matches(each, ":popover-open"));
  const dialogs = allIn(document, "dialog").filter((each) => matches(each, ":modal"));
  const popover = popovers.at(-1);
  const dialog = dialogs.at(-1);
  const view = windowOf(element);
  const topmost = popover ?? dialog;
  if (!topmost || !part.holds(topmost)) return;
  if (popover) {
    HTMLElement.prototype.hidePopover.call(popover as HTMLElement);
  } else if (dialog && view && dispatch(dialog, new view.Event("cancel", { cancelable: true }))) {
    HTMLDialogElement.prototype.close.call(dialog as HTMLDialogElement);
  }
}

/** A list goes to the next option, a number a step on. */
function step(element: Element, key: string): void {
  const direction = key === "ArrowUp" ? 1 : -1;
  const kind = inputType(element);
  const view = windowOf(element);
  if (kind === "number" || kind === "range") {
    if (direction > 0) HTMLInputElement.prototype.stepUp.call(element as HTMLInputElement);
    else HTMLInputElement.prototype.stepDown.call(element as HTMLInputElement);
  } else if (nameOf(element) === "select") {
    const select = element as HTMLSelectElement;
    const next = optionsOf(select)[select.selectedIndex - direction];
    if (!next || next.disabled) return;
    next.selected = true;
  } else {
    return;
  }
  for (const type of ["input", "change"])
    if (view)
      dispatch(element, new view.Event(type, { bubbles: true, composed: type === "input" }));
}

/** The caret in a line of text. */
function move(element: Element, key: string): void {
  if (fieldOf(element) !== "text" || inputType(element) === "email") return;
  const field = element as HTMLInputElement;
  const { length } = field.value;
  const from = field.selectionStart ?? 0;
  const places: Readonly<Record<string, number>> = {
    Home: 0,
    End: length,
    ArrowLeft: Math.max(0, from - 1),
    ArrowRight: Math.min(length, (field.selectionEnd ?? from) + 1),
  };
  const place = places[key] ?? from;
  field.setSelectionRange(place, place);
}
