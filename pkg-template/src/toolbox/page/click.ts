import { focusIn, parentOf } from "../../dom/flat-tree.js";
import {
  dispatch,
  documentOf,
  focus,
  hasAttribute,
  isConnected,
  isFocusable,
  nameOf,
  windowOf,
} from "../../dom/members.js";
import { AccessFailure } from "./access-failure.js";
import { bringIntoView, hitOf, type Point } from "./hit.js";

/** Clicks an element in the middle, with a person's events in a person's order. */
export function click(element: Element, isDouble: boolean): void {
  bringIntoView(element);
  const hit = hitOf(element);
  if (!hit.point) {
    const message =
      "Something moved over the element before it could be clicked. Nothing was clicked. Call get_page and try again.";
    throw new AccessFailure({ kind: "other", message });
  }
  const pointer = new Pointer(hit.on, hit.point);
  pointer.come();
  pointer.click(1);
  if (isDouble) {
    pointer.click(2);
    pointer.fire("dblclick", { detail: 2 });
  }
}

/** A mouse, at one place. */
class Pointer {
  readonly #on: Element;
  readonly #view: Window & typeof globalThis;
  readonly #common: PointerEventInit;

  constructor(on: Element, { x, y }: Point) {
    this.#on = on;
    this.#view = windowOf(on) ?? window;
    this.#common = {
      bubbles: true,
      cancelable: true,
      composed: true,
      view: this.#view,
      clientX: x,
      clientY: y,
      screenX: x + this.#view.screenX,
      screenY: y + this.#view.screenY,
      button: 0,
      buttons: 0,
      pointerId: 1,
      pointerType: "mouse",
      isPrimary: true,
    };
  }

  come(): void {
    for (const kind of ["pointer", "mouse"]) {
      this.fire(`${kind}over`);
      this.fire(`${kind}enter`, { bubbles: false, cancelable: false, composed: false });
      this.fire(`${kind}move`);
    }
  }

  click(detail: number): void {
    const pressed = { detail, buttons: 1, pressure: 0.5 };
    this.fire("pointerdown", { ...pressed, detail: 0 });
    if (this.fire("mousedown", pressed)) moveFocus(this.#on);
    this.fire("pointerup");
    this.fire("mouseup", { detail });
    // An element that was removed while the button was down gets no click.
    if (isConnected(this.#on)) this.fire("click", { detail });
  }

  /** Dispatches an event. Returns true if no listener prevented it. */
  fire(type: string, more: PointerEventInit = {}): boolean {
    const isPointer = type.startsWith("pointer") || type === "click";
    const Kind = isPointer ? this.#view.PointerEvent : this.#view.MouseEvent;
    return dispatch(this.#on, new Kind(type, { ...this.#common, ...more }));
  }
}

/** Moves the focus to the pressed element, or its nearest focusable ancestor. */
function moveFocus(on: Element): void {
  let taking: Element | null = on;
  while (taking && !takesFocus(taking)) {
    // A label hands it on with the click, and a frame is another document.
    taking = /^(label|i?frame)$/.test(nameOf(taking)) ? null : parentOf(taking);
  }
  if (taking) focus(taking);
  else blur(focusIn(documentOf(on)));
}

function takesFocus(element: Element): boolean {
  return isFocusable(element) || hasAttribute(element, "tabindex");
}

function blur(focused: Element | null): void {
  if (focused && nameOf(focused) !== "body" && "blur" in focused) {
    HTMLElement.prototype.blur.call(focused as HTMLElement);
  }
}
