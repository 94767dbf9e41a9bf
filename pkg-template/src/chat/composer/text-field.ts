import { createRef } from "lit/directives/ref.js";
import { fitHeight } from "./grow.js";

/** The text area of a composer. Its text is written only when it is another: a person may be composing in it. */
export class TextField {
  readonly ref = createRef<HTMLTextAreaElement>();

  get isFocused(): boolean {
    const field = this.ref.value;
    return field !== undefined && (field.getRootNode() as ShadowRoot).activeElement === field;
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
}
