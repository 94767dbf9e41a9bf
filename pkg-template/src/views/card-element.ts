import { LitElement } from "lit";
import { tokens } from "../look/tokens.js";
import { visuallyHidden } from "../look/visually-hidden.js";
import { english } from "../texts/card/english.js";
import type { CardStrings, CardTexts } from "../texts/card/strings.js";
import { cardStyles } from "./card-styles.js";
import type { Opened } from "./folded-text.js";

/** The base of the cards: texts, opened parts, and the focus after its button is removed. */
export abstract class CardElement extends LitElement {
  static override styles = [tokens, visuallyHidden, cardStyles];

  /** The texts; those in English by default. */
  abstract strings: CardTexts | undefined;

  readonly #open = new Set<string>();
  #focused: Element | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    // An agent that reads or uses the page must neither answer for the person, nor see their view.
    this.toggleAttribute("data-ag-ui-ignore", true);
  }

  protected get words(): CardStrings {
    return this.strings?.card ?? english;
  }

  protected get opened(): Opened {
    return {
      strings: this.words,
      has: (key) => this.#open.has(key),
      toggle: (key, { isTrusted }) => {
        // A secret is shown on a person's request, and to no script.
        if (!isTrusted) return;
        if (!this.#open.delete(key)) this.#open.add(key);
        this.requestUpdate();
      },
    };
  }

  /** Folds everything again: another call is shown. */
  protected closeAll(): void {
    this.#open.clear();
  }

  protected override willUpdate(): void {
    this.#focused = this.shadowRoot?.activeElement ?? null;
  }

  protected override updated(): void {
    const isGone = this.#focused !== null && !this.#focused.isConnected;
    this.#focused = null;
    if (isGone) this.shadowRoot?.querySelector<HTMLElement>("[part~=card]")?.focus();
  }
}
