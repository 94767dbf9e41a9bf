import { html, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ChatStrings } from "../texts/chat/strings.js";
import { SpokenText } from "./spoken-text.js";

/** How many texts stay in a region: a screen reader reads what is added, and what is taken out does not concern it. */
const KEPT = 6;

interface Said {
  readonly id: number;
  readonly text: string;
}

/** What screen readers are told: two live regions apart from the list, one that waits its turn and one that does not. */
export class Announcer {
  readonly #changed: () => void;
  readonly #mayReport: () => boolean;
  #strings: ChatStrings;
  #count = 0;
  #polite: readonly Said[] = [];
  #urgent: readonly Said[] = [];
  #texts = new Map<string, SpokenText>();

  /**
   * @param mayReport returns true if this chat reports what the agent does: of several chats of an agent one does.
   */
  constructor(strings: ChatStrings, changed: () => void, mayReport: () => boolean) {
    this.#strings = strings;
    this.#mayReport = mayReport;
    this.#changed = changed;
  }

  set strings(strings: ChatStrings) {
    this.#strings = strings;
  }

  /** Says something when the person is not listening to something else. */
  say(text: string): void {
    this.#polite = this.#added(this.#polite, text);
    this.#changed();
  }

  /** Says something at once. */
  alert(text: string): void {
    this.#urgent = this.#added(this.#urgent, text);
    this.#changed();
  }

  /** Says what the agent does, unless another chat says it. */
  report(text: string, isUrgent = false): void {
    if (!this.#mayReport()) return;
    if (isUrgent) this.alert(text);
    else this.say(text);
  }

  /** Says what is new in a message: sentences that have ended, or the rest once it is complete. */
  read(id: string, text: string, isComplete: boolean): void {
    const spoken = this.#texts.get(id) ?? new SpokenText(this.#strings);
    this.#texts.set(id, spoken);
    const sentences = spoken.take(text, isComplete);
    if (sentences.length > 0) this.report(sentences.join(" "));
  }

  /** Takes a message as read: it was there before. */
  skip(id: string, text: string): void {
    const spoken = this.#texts.get(id) ?? new SpokenText(this.#strings);
    this.#texts.set(id, spoken);
    spoken.take(text, true);
  }

  /** Takes everything back: another thread is shown. */
  clear(): void {
    this.#texts.clear();
    this.#polite = [];
    this.#urgent = [];
  }

  render(): TemplateResult {
    return html`<div class="visually-hidden" role="status" aria-live="polite" aria-atomic="false">
        ${lines(this.#polite)}
      </div>
      <div class="visually-hidden" role="alert" aria-live="assertive" aria-atomic="false">
        ${lines(this.#urgent)}
      </div>`;
  }

  #added(said: readonly Said[], text: string): readonly Said[] {
    this.#count += 1;
    return [...said, { id: this.#count, text }].slice(-KEPT);
  }
}

const lines = (said: readonly Said[]): unknown =>
  repeat(
    said,
    ({ id }) => id,
    ({ text }) => html`<p>${text}</p>`,
  );
