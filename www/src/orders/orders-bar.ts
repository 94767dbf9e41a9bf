import type { ToolExecutionMode } from "ag-ui-lit";
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { StoreFollower } from "../app/store-follower.js";
import { icon } from "../styles/icons.js";
import { shared } from "../styles/shared.js";
import { orderDesk, type Protocol } from "./order-desk.js";
import { type Place, type Step, type StepCall, stepsOf } from "./steps.js";

const PLACES: Readonly<Record<Place, string>> = { server: "Server", page: "Page", you: "You" };

const PROTOCOLS: readonly (readonly [Protocol, string])[] = [
  ["ag-ui", "AG-UI"],
  ["a2a", "A2A"],
];

/** The most steps that are shown: those of an order, and a few of the one before. */
const MOST_SHOWN = 8;

/** Who does what, step by step as it happens, and the protocol that it happens by. Raises `protocol-change`. */
export class OrdersBar extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: 0.75rem;
        min-block-size: 2.75rem;
        padding: 0.375rem 1rem;
        border-block-end: 1px solid var(--line);
        font-size: var(--tiny);
      }

      [role="log"] {
        flex: 1;
        min-inline-size: 0;
      }

      p,
      ol {
        display: flex;
        flex-wrap: wrap;
        gap: 0.375rem;
        margin: 0;
        padding: 0;
        color: var(--muted);
        list-style: none;
      }

      li {
        padding: 0.1875rem 0.5rem 0.1875rem 0.1875rem;
        border: 1px solid var(--line);
        border-radius: 999px;
        background: var(--raised);
        color: var(--ink);
      }

      li.failed :is(span, i) {
        color: var(--bad);
      }

      b {
        padding: 0.0625rem 0.4375rem;
        border-radius: 999px;
        background: var(--sunken);
        color: var(--ink);
        font-weight: 600;
      }

      .page {
        background: var(--accent-soft);
        color: var(--accent);
      }

      .you {
        background: var(--ink);
        color: var(--paper);
      }

      fieldset {
        display: flex;
        flex: none;
        gap: 0.75rem;
        margin: 0;
        padding: 0;
        border: 0;
      }

      /* On a phone the newest step stands for all. */
      @media (width < 40rem) {
        li:not(:last-child) {
          display: none;
        }
      }

      label {
        display: flex;
        align-items: center;
        min-block-size: 2.75rem;
        accent-color: var(--accent);
      }
    `,
  ];
  static override properties = {
    calls: { attribute: false },
    modeOf: { attribute: false },
  };

  declare calls: readonly StepCall[];
  declare modeOf: (tool: string) => ToolExecutionMode | undefined;

  constructor() {
    super();
    new StoreFollower(this, orderDesk);
    this.calls = [];
    this.modeOf = () => undefined;
  }

  override render(): TemplateResult {
    const steps = stepsOf(this.calls, this.modeOf).slice(-MOST_SHOWN);
    return html`
      <div role="log" aria-label="Who does what" aria-relevant="additions">
        ${steps.length === 0 ? html`<p>Who does what: server, page and you</p>` : nothing}
        <ol ?hidden=${steps.length === 0} data-testid="steps">${repeat(steps, ({ key }) => key, stepItem)}</ol>
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

  #choose({ target }: Event): void {
    const { value } = target as HTMLInputElement;
    orderDesk.set({ protocol: value === "a2a" ? "a2a" : "ag-ui" });
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

customElements.define("orders-bar", OrdersBar);
