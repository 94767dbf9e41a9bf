import type { Message } from "@ag-ui/core";
import { History, ownTexts } from "./history.js";
import { Typing } from "./typing.js";

/** The parts of a composer that the keys of its text field work with. */
export interface KeysHost {
  readonly text: string;
  /** The messages of the thread, for the way back through them. */
  sent(): readonly Message[];
  write(text: string): void;
  send(): void;
  /** Stops what runs or removes what is shown; returns false if there was nothing to do. */
  escape(): boolean;
}

/** The keys of a text field: sending, stopping, earlier messages. */
export class FieldKeys {
  readonly #hostNow: () => KeysHost;
  readonly #history = new History();
  readonly typing = new Typing();

  /** @param host returns the text and the messages as they are now. */
  constructor(host: () => KeysHost) {
    this.#hostNow = host;
  }

  /** The text is a draft: the way through earlier messages begins anew. */
  leaveHistory(): void {
    this.#history.leave();
  }

  readonly pressed = (event: KeyboardEvent): void => {
    const { text, sent, ...host } = this.#hostNow();
    const action = this.typing.actionOf(event, this.#history.isAt(text));
    if (action === "send") {
      event.preventDefault();
      if (!event.repeat) host.send();
    } else if (action === "stop") {
      if (host.escape()) event.preventDefault();
    } else if (action !== undefined) {
      const line = action === "older" ? this.#older(text, sent) : this.#history.newer(text);
      if (line === undefined) return;
      event.preventDefault();
      host.write(line);
    }
  };

  #older(text: string, sent: () => readonly Message[]): string | undefined {
    return this.#history.older(text, () => ownTexts(sent()));
  }
}
