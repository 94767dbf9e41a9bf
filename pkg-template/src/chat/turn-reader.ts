import type { Announcer } from "./announcer.js";
import type { ConversationState } from "./conversation-state.js";
import type { Row, Rows } from "./rows.js";

/** Has the agent's messages read out as they are written: those since the person's last message, sentence by sentence. */
export class TurnReader {
  readonly #rows: Rows;
  readonly #state: () => ConversationState;
  readonly #announcer: Announcer;
  /** True while the end of the last message is still to be read although the run has ended. */
  #isEnding = false;

  constructor(rows: Rows, state: () => ConversationState, announcer: Announcer) {
    this.#rows = rows;
    this.#state = state;
    this.#announcer = announcer;
  }

  /** What was there before the run is not read out. */
  begin(): void {
    for (const { key, message } of this.#turn()) {
      if (typeof message.content === "string") this.#announcer.skip(key, message.content);
    }
  }

  end(): void {
    this.#isEnding = true;
  }

  /** To be called when the rows are those of now. */
  read(): void {
    const state = this.#state();
    if (!state.isRunning && !this.#isEnding) return;
    this.#isEnding = false;
    for (const { key, message } of this.#turn()) {
      if (typeof message.content !== "string") continue;
      this.#announcer.read(key, message.content, !state.isStreaming(message));
    }
  }

  #turn(): Row[] {
    const { all } = this.#rows;
    const asked = all.findLastIndex(({ message }) => message.role === "user");
    return all.slice(asked + 1).filter(({ message }) => message.role === "assistant");
  }
}
