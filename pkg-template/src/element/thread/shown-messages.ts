import type { Message } from "@ag-ui/core";
import { type Rename, renameCalls } from "../identity/call-names.js";
import { ShownValues } from "../values/shown-values.js";

/** A thread's messages as the page is shown them: frozen, their calls under the backend's ids. */
export class ShownMessages {
  readonly #name: Rename;
  readonly #values = new ShownValues();
  readonly #shown = new WeakMap<Message, Message>();

  /** @param name gives a call the id the backend gave it. */
  constructor(name: Rename) {
    this.#name = name;
  }

  /** The messages as they are shown. Those that were shown before are the same objects. */
  of(messages: readonly Message[]): Message[] {
    return messages.map((message) => {
      const known = this.#shown.get(message);
      if (known) return known;
      const shown = this.#values.of(renameCalls(message, this.#name));
      this.#shown.set(message, shown);
      return shown;
    });
  }
}
