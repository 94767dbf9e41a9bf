/** What a key press in the text field asks for. */
export type KeyAction = "send" | "stop" | "older" | "newer";

/** Reads key presses of a text field. Those of an input method that composes ask for nothing. */
export class Typing {
  #isComposing = false;

  /** To be called when a composition begins. */
  readonly compositionStarted = (): void => {
    this.#isComposing = true;
  };

  /** To be called when it ends. */
  readonly compositionEnded = (): void => {
    // Safari ends the composition before the Enter that confirmed it, within one turn.
    setTimeout(() => {
      this.#isComposing = false;
    });
  };

  /**
   * @param event of a text area.
   * @param isRecalled whether the text is an earlier message that was not changed: then both arrows work at both ends.
   */
  actionOf(event: KeyboardEvent, isRecalled: boolean): KeyAction | undefined {
    // 229 stands for a key that the input method has handled, in every browser.
    if (this.#isComposing || event.isComposing || event.keyCode === 229) return undefined;
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (key === "Enter") return shiftKey || altKey ? undefined : "send";
    if (shiftKey || altKey || ctrlKey || metaKey) return undefined;
    if (key === "Escape") return "stop";
    const { selectionStart, selectionEnd, value } = event.target as HTMLTextAreaElement;
    if (selectionStart !== selectionEnd) return undefined;
    const isAtStart = selectionStart === 0;
    const isAtEnd = selectionEnd === value.length;
    const isAtEitherEnd = isRecalled && (isAtStart || isAtEnd);
    if (key === "ArrowUp" && (isAtStart || isAtEitherEnd)) return "older";
    return key === "ArrowDown" && (isAtEnd || isAtEitherEnd) ? "newer" : undefined;
  }
}
