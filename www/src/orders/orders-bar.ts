import type { ToolExecutionMode } from "ag-ui-lit";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Activity } from "../activity/activity.js";
import { icon } from "../styles/icons.js";
import { shared } from "../styles/shared.js";
import { orderDesk, type Protocol } from "./order-desk.js";
import { barStyles } from "./orders-bar.styles.js";
import { type Place, type Step, stepsOf } from "./steps.js";

const PLACES: Readonly<Record<Place, string>> = { server: "Server", page: "Page", you: "You" };

const PROTOCOLS: readonly (readonly [Protocol, string])[] = [
  ["ag-ui", "AG-UI"],
  ["a2a", "A2A"],
];

/** Who does what, step by step as it happens, and the protocol that it happens by. Raises `protocol-change`. */
export class OrdersBar extends LitElement {
  static override styles = [shared, barStyles];
  static override properties = {
    activities: { attribute: false },
    modeOf: { attribute: false },
  };

  declare activities: readonly Activity[];
  declare modeOf: (tool: string) => ToolExecutionMode | undefined;
  readonly #show = () => this.requestUpdate();
  /** How many steps were shown last. */
  #count = 0;

  constructor() {
    super();
    this.activities = [];
    this.modeOf = () => undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    orderDesk.addEventListener("change", this.#show);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    orderDesk.removeEventListener("change", this.#show);
  }

  override render(): TemplateResult {
    const steps = stepsOf(this.activities, this.modeOf);
    return html`
      <div class="steps scroller" tabindex="0" role="group" aria-label="Who does what">
        ${steps.length === 0 ? html`<p><span>Who does what:</span> <b class="server">Server</b> <b class="page">Page</b> <b class="you">You</b></p>` : nothing}
        <div role="log" aria-label="Steps" aria-relevant="additions">
          ${
            steps.length === 0
              ? nothing
              : html`<ol data-testid="steps">${repeat(
                  steps,
                  ({ key }) => key,
                  (step) => stepItem(step),
                )}</ol>`
          }
        </div>
      </div>
      <fieldset @change=${this.#choose}>
        <legend class="visually-hidden">Protocol</legend>
        ${PROTOCOLS.map(
          ([protocol, label]) =>
            html`<label><input type="radio" name="protocol" value=${protocol} data-testid="protocol-${protocol}" .checked=${orderDesk.protocol === protocol} /><span>${label}</span></label>`,
        )}
      </fieldset>
    `;
  }

  override updated(): void {
    const steps = this.renderRoot.querySelector(".steps");
    const count = steps?.querySelectorAll("li").length ?? 0;
    // The newest step is shown when it comes; whoever looks back at an earlier one stays there.
    if (steps && count !== this.#count) steps.scrollLeft = count > 0 ? steps.scrollWidth : 0;
    this.#count = count;
  }

  #choose({ target }: Event): void {
    const { value } = target as HTMLInputElement;
    orderDesk.protocol = value === "a2a" ? "a2a" : "ag-ui";
    this.dispatchEvent(new Event("protocol-change", { bubbles: true, composed: true }));
  }
}

function stepItem({ place, text, tool, state }: Step): TemplateResult {
  const mark = state === "failed" ? icon("cross", 12) : state === "done" ? icon("check", 12) : "";
  return html`<li class=${state} data-testid="step" data-place=${place} data-state=${state}>
    <b class=${place}>${PLACES[place]}</b>
    <span>${text}${tool === undefined ? nothing : html` <code>${tool}</code>`}</span>
    <i aria-hidden="true">${mark}</i>
  </li>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "orders-bar": OrdersBar;
  }
}

customElements.define("orders-bar", OrdersBar);
