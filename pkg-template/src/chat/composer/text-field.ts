import type { ReactiveController, ReactiveControllerHost } from "lit";
import { createRef } from "lit/directives/ref.js";
import { fitHeight } from "./grow.js";

/** The text area of a composer. Its text is written only when it is another: a person may be composing in it. */
export class TextField implements ReactiveController {
  readonly ref = createRef<HTMLTextAreaElement>();

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.blurred();
  }

  focus(options?: FocusOptions): void {
    this.ref.value?.focus(options);
  }

  /** Shows a text, with the caret at its end. */
  show(text: string): void {
    const field = this.ref.value;
    if (!field || field.value === text) return;
    field.value = text;
    field.setSelectionRange(text.length, text.length);
    this.fit();
    field.scrollTop = field.scrollHeight;
  }

  /** Fits its height to its text. */
  fit(): void {
    if (this.ref.value) fitHeight(this.ref.value);
  }

  /** To be called when it gets the focus. */
  readonly focused = (): void => {
    globalThis.visualViewport?.addEventListener("resize", this.#keepVisible);
  };

  /** To be called when it loses the focus. */
  readonly blurred = (): void => {
    globalThis.visualViewport?.removeEventListener("resize", this.#keepVisible);
  };

  /** To be called when the frame around it is pressed: the press is meant for the text field. */
  readonly framePressed = (event: PointerEvent): void => {
    if (!(event.target as Element).matches(".box, .row")) return;
    event.preventDefault();
    this.focus();
  };

  /** A virtual keyboard that opens must not cover it. */
  readonly #keepVisible = (): void => {
    const root = this.ref.value?.getRootNode();
    if (root instanceof ShadowRoot) root.host.scrollIntoView({ block: "nearest" });
  };
}
