import type { Message } from "@ag-ui/core";
import { messageText } from "../../codec/message-text.js";

/** So many earlier messages can be reached. */
const MOST = 50;

/** The texts of the person's messages of a thread, oldest first, each once in a row. */
export function ownTexts(messages: readonly Message[]): string[] {
  const texts: string[] = [];
  for (let at = messages.length - 1; at >= 0 && texts.length < MOST; at -= 1) {
    const message = messages[at];
    if (message?.role !== "user") continue;
    const text = messageText(message.content);
    if (text !== "" && text !== texts[0]) texts.unshift(text);
  }
  return texts;
}

/** The way through earlier messages and back to the draft. Changes of each line are kept until the way is left. */
export class History {
  #lines: string[] = [];
  #at = 0;

  /** Whether an earlier message is shown. */
  get isOpen(): boolean {
    return this.#at < this.#lines.length - 1;
  }

  /** Whether a text is the line that was last returned, without changes. */
  isAt(text: string): boolean {
    return this.isOpen && this.#lines[this.#at] === text;
  }

  /**
   * The line before the present one; `undefined` at the first.
   *
   * @param text the present text.
   * @param earlier is asked for the earlier messages when the way begins.
   */
  older(text: string, earlier: () => readonly string[]): string | undefined {
    if (!this.isOpen) {
      this.#lines = [...earlier(), text];
      this.#at = this.#lines.length - 1;
    }
    return this.#move(text, -1);
  }

  /** The line after the present one; `undefined` at the last, which is the draft. */
  newer(text: string): string | undefined {
    return this.isOpen ? this.#move(text, 1) : undefined;
  }

  /** Leaves the way: the present text is the draft. */
  leave(): void {
    this.#lines = [];
    this.#at = 0;
  }

  #move(text: string, by: number): string | undefined {
    const line = this.#lines[this.#at + by];
    if (line === undefined) return undefined;
    this.#lines[this.#at] = text;
    this.#at += by;
    return line;
  }
}
