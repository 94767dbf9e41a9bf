import type { AgUiAgent } from "ag-ui-lit/element";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { type SourceCode, sourceStyles, sourceView } from "../app/source-code.js";
import { sources } from "../app/sources.js";
import { panelStyles, sectionStyles } from "../styles/section.styles.js";
import { shared } from "../styles/shared.js";
import { dinnerStyles } from "./dinner-panel.styles.js";
import { type Dinner, followDinner, seatGuests } from "./shared-state.js";

const MOST_GUESTS = 12;

/** The parts of the scene: the title, what to press, and what happens. Their sources are in the same order. */
const PARTS = [
  ["Shared state", "Make it a dinner for six", "The agent changes one value; the page shows it."],
  [
    "Predicted state",
    "Write the menu",
    "The menu above fills in while the model writes an argument.",
  ],
  [
    "A tool that you answer",
    "Let me choose a dessert",
    "The call waits for a person, as long as it takes.",
  ],
  [
    "Pictures",
    "Draw the table and look at it",
    "A tool returns a picture, and the model gets it. Attach one of yours, too.",
  ],
  ["Suggestions", "Suggest what to ask next", "The agent fills the row above the text field."],
] as const;

/** The state that page and agent share, and what the scene is made of. Raises `try-it` with a prompt. */
export class DinnerPanel extends LitElement {
  static override styles = [shared, sectionStyles, sourceStyles, panelStyles, dinnerStyles];
  static override properties = {
    agent: { attribute: false },
    dinner: { state: true },
    isPredicted: { state: true },
  };

  declare agent: AgUiAgent | undefined;
  declare dinner: Dinner | undefined;
  declare isPredicted: boolean;
  #shown = new AbortController();

  constructor() {
    super();
    this.isPredicted = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#shown.abort();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("agent") || !this.agent) return;
    this.#shown.abort();
    this.#shown = new AbortController();
    this.dinner = this.agent.state as Dinner;
    const show = (dinner: Dinner, isPredicted: boolean) =>
      Object.assign(this, { dinner, isPredicted });
    followDinner(this.agent, show, this.#shown.signal);
  }

  override render(): TemplateResult {
    const { guests = 0, wine = 0, menu = "", dessert = null } = this.dinner ?? {};
    return html`
      <section aria-labelledby="dinner">
        <header><h2 id="dinner">Dinner</h2><span class="empty">one state, written from both sides</span></header>
        <dl data-testid="dinner">
          <dt>Guests</dt><dd>
            <button class="button" type="button" aria-label="One guest less" ?disabled=${guests <= 1} @click=${() => this.#seat(guests - 1)}>−</button>
            <output data-testid="guests" aria-label="Guests">${guests}</output>
            <button class="button" type="button" aria-label="One guest more" ?disabled=${guests >= MOST_GUESTS} @click=${() => this.#seat(guests + 1)}>+</button>
          </dd>
          <dt>Wine</dt><dd data-testid="wine">${wine === 1 ? "1 bottle" : `${wine} bottles`}</dd>
          <dt>Menu</dt><dd class=${this.isPredicted ? "predicted" : ""} data-testid="menu">${menu || "Not written yet"}${this.isPredicted ? html` <span class="visually-hidden">(predicted)</span>` : nothing}</dd>
          <dt>Dessert</dt><dd data-testid="dessert">${dessert ?? "Not chosen yet"}</dd>
        </dl>
      </section>
      ${PARTS.map(([title, prompt, text], index) => this.#part(title, prompt, text, sources.build[index]))}
    `;
  }

  #part(
    title: string,
    prompt: string,
    text: string,
    source: SourceCode | undefined,
  ): TemplateResult {
    return html`<section aria-label=${title}>
      <header>
        <h2>${title}</h2>
        <button class="button" type="button" data-testid="try-it" @click=${() => this.#tryIt(prompt)}>${prompt}</button>
      </header>
      <p class="empty">${text}</p>
      ${source ? sourceView(source) : nothing}
    </section>`;
  }

  #seat(guests: number): void {
    if (this.agent) seatGuests(this.agent, guests);
  }

  #tryIt(prompt: string): void {
    this.dispatchEvent(
      new CustomEvent("try-it", { detail: prompt, bubbles: true, composed: true }),
    );
  }
}

customElements.define("dinner-panel", DinnerPanel);
