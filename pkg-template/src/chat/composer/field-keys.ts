import type { Message } from "@ag-ui/core";
import { History, ownTexts } from "./history.js";
import { Typing } from "./typing.js";

/** What the keys of a text field do. */
export interface KeysHost {
  readonly text: string;
  /** The messages of the thread, for the way back through them. */
  readonly messages: readonly Message[];
  write(text: string): void;
  send(): void;
  /** Stops what runs or removes what is shown; returns false if there was nothing to do. */
  escape(): boolean;
}

/** The keys of a text field: sending, stopping, earlier messages. */
export class FieldKeys {
  readonly #host: KeysHost;
  readonly #history = new History();
  readonly typing = new Typing();

  constructor(host: KeysHost) {
    this.#host = host;
  }

  /** The text is a draft: the way through earlier messages begins anew. */
  leaveHistory(): void {
    this.#history.leave();
  }

  readonly pressed = (event: KeyboardEvent): void => {
    const { text } = this.#host;
    const action = this.typing.actionOf(event, this.#history.isAt(text));
    if (action === "send") {
      event.preventDefault();
      if (!event.repeat) this.#host.send();
    } else if (action === "stop") {
      if (this.#host.escape()) event.preventDefault();
    } else if (action !== undefined) {
      const line = action === "older" ? this.#older(text) : this.#history.newer(text);
      if (line === undefined) return;
      event.preventDefault();
      this.#host.write(line);
    }
  };

  #older(text: string): string | undefined {
    return this.#history.older(text, () => ownTexts(this.#host.messages));
  }
}
