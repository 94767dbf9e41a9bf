import type { CurrentDraft } from "./current-draft.js";
import type { Messages } from "./messages.js";
import type { TextField } from "./text-field.js";
import type { Suggestion } from "./types.js";

/** The parts of a composer that writing its text involves. */
export interface WriterHost {
  readonly current: CurrentDraft;
  readonly messages: Messages;
  readonly field: TextField;
  /** Ends the way through earlier messages: the text is a draft. */
  leaveHistory(): void;
  changed(): void;
  /** Called after each input of the person. */
  typed(): void;
  /** Focuses the text field. */
  focus(): void;
}

/** Writes the text of a composer's draft: the person's input, an earlier message, a suggestion. */
export class DraftWriter {
  readonly #hostNow: () => WriterHost;
  /** The suggestion that the text was taken from. */
  #chosen = "";

  /** @param host returns the composer's parts as they are now. */
  constructor(host: () => WriterHost) {
    this.#hostNow = host;
  }

  /** Writes a text that the person has not typed. */
  write(text: string): void {
    const { current, field, messages, changed } = this.#hostNow();
    current.write(text);
    field.show(text);
    messages.notice = "";
    changed();
  }

  /** Takes the person's input from the text field. */
  readonly input = (event: Event): void => {
    const { current, field, messages, typed } = this.#hostNow();
    current.write((event.target as HTMLTextAreaElement).value);
    field.fit();
    messages.notice = "";
    typed();
  };

  /** Writes a suggestion: in place of an empty text or of another suggestion, or below the text. */
  readonly choose = ({ prompt }: Suggestion): void => {
    const { current, leaveHistory, focus } = this.#hostNow();
    const { text } = current.draft;
    const isReplaceable = text.trim() === "" || text === this.#chosen;
    leaveHistory();
    this.write(isReplaceable ? prompt : `${text}\n${prompt}`);
    this.#chosen = isReplaceable ? prompt : "";
    focus();
  };
}
