import { html, nothing, type TemplateResult } from "lit";
import { start } from "../codec/truncate.js";
import { type MarkOptions, markedText } from "../look/marked-text.js";
import type { CardStrings } from "../texts/card/strings.js";

/** UTF-16 units of a text that are shown at first, and after "show all". */
const FIRST = 2_000;
const MOST = 100_000;

/** The parts of a card that a person has opened. */
export interface Opened {
  readonly strings: CardStrings;
  /** Returns true if something was opened. */
  has(key: string): boolean;
  /** Opens or closes it, as the person asks by an event. */
  toggle(key: string, event: Event): void;
}

/** A text with its invisible characters marked, in its own direction. */
export function directedText(text: string): TemplateResult {
  // In one line: white space in it is shown.
  return html`<span class="text" dir="auto">${markedText(text, marks)}</span>`;
}

const marks: MarkOptions = { layout: false, part: "card-mark" };

/** A text of which a long one is folded. */
export function foldedText(key: string, text: string, opened: Opened): TemplateResult {
  if (text.length <= FIRST) return directedText(text);
  const { strings } = opened;
  const isOpen = opened.has(key);
  const shown = start(text, isOpen ? MOST : FIRST);
  const rest = text.length - shown.length;
  const label = isOpen ? strings.showLess : strings.showAll(text.length);
  return html`${directedText(isOpen ? shown : `${shown}…`)}
    ${isOpen && rest > 0 ? html`<em>… ${strings.notShown(rest)}</em>` : nothing}
    <button
      part="card-button"
      type="button"
      aria-expanded=${isOpen}
      @click=${(event: Event) => opened.toggle(key, event)}
    >${label}</button>`;
}
