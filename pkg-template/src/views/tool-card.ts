import { html, nothing, type PropertyValues } from "lit";
import { approvalCardParts } from "../approvals/parts.js";
import type { AgUiAgent } from "../element/ag-ui-agent.js";
import { report } from "../events/report.js";
import { now } from "../execution/clock.js";
import { after } from "../execution/timer.js";
import { forwardedParts } from "../look/forwarded-parts.js";
import type { CardTexts } from "../texts/card/strings.js";
import type { ToolCallState } from "./call-state.js";
import { type CallValues, valuesOf } from "./call-values.js";
import { CardElement } from "./card-element.js";
import { defaultCard } from "./default-card.js";
import { directedText } from "./folded-text.js";
import { humanViewOf } from "./human-view.js";
import { toolViews } from "./register-view.js";
import { type ToolCalls, toolCallsOf } from "./tool-calls.js";
import { ViewFrame } from "./view-frame.js";

const forwardedApprovalParts = forwardedParts("approval", approvalCardParts);

/** The events of `<ag-ui-tool-card>`. They bubble and are composed. */
export interface AgUiToolCardEventMap {
  /** A view threw, and the default card is shown instead. */
  "ag-ui-view-failed": CustomEvent<{ readonly error: unknown }>;
}

/**
 * `<ag-ui-tool-card>`: one call of an agent, by the view that the page has registered for its tool, else as a card with
 * status, arguments, progress, attempts, result or error. While the call waits for approval it contains
 * `<ag-ui-approval-card>`.
 *
 * @example
 * ```ts
 * html`<ag-ui-tool-card .agent=${agent} .messageId=${message.id} .toolCallId=${call.id}></ag-ui-tool-card>`;
 * ```
 */
export class AgUiToolCard extends CardElement {
  static override properties = {
    agent: { attribute: false },
    messageId: { attribute: false },
    toolCallId: { attribute: false },
    index: { attribute: false },
    strings: { attribute: false },
  };

  /** The agent of the call. */
  declare agent: AgUiAgent | undefined;
  /** The id of the message with the call. */
  declare messageId: string;
  /** The id that the backend gave the call. */
  declare toolCallId: string;
  /** The position among the message's calls with this id; 0, the first, by default. */
  declare index: number;
  /** The texts; those in English by default. */
  declare strings: CardTexts | undefined;

  #calls: ToolCalls | undefined;
  #stopWatching: (() => void) | undefined;
  #callOff: (() => void) | undefined;
  #values: { readonly of: ToolCallState; readonly values: CallValues } | undefined;
  readonly #frame = new ViewFrame<ToolCallState>(
    "card-view",
    () => this.requestUpdate(),
    (error) => this.#fail(error),
  );

  constructor() {
    super();
    this.messageId = "";
    this.toolCallId = "";
    this.index = 0;
  }

  /** The current state of the call; `undefined` until the agent knows it. */
  get call(): ToolCallState | undefined {
    return this.#calls?.get(this.messageId, this.toolCallId, this.index);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopWatching = toolViews.watch(() => this.requestUpdate());
    this.#follow();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopWatching?.();
    this.#callOff?.();
    this.#leave();
  }

  protected override willUpdate(changed?: PropertyValues<this>): void {
    super.willUpdate();
    if (changed?.has("agent")) this.#follow();
    if (changed?.has("messageId") || changed?.has("toolCallId")) this.closeAll();
  }

  protected override render(): unknown {
    const { call } = this;
    if (!call) return nothing;
    const registered = toolViews.find(call, this.agent) ?? humanViewOf(call, this.agent);
    const view = this.#frame.show(registered, call);
    return html`${view ?? defaultCard(call, this.#valuesOf(call), this.opened)}${this.#refusal(call)}${this.#approval(call)}`;
  }

  protected override updated(): void {
    super.updated();
    this.#callOff?.();
    this.#callOff = undefined;
    const { retryAt } = this.call ?? {};
    const left = retryAt === undefined ? 0 : retryAt - now();
    // At the next second of the countdown.
    if (left > 0) this.#callOff = after(left % 1000 || 1000, () => this.requestUpdate());
  }

  #approval({ approval }: ToolCallState): unknown {
    if (!approval) return nothing;
    // Loaded with the first question: most calls need no approval.
    import("../approvals/card/approval-card.js").catch(report);
    return html`<ag-ui-approval-card
      exportparts=${forwardedApprovalParts}
      .request=${approval}
      .agent=${this.agent}
      .strings=${this.strings}
    ></ag-ui-approval-card>`;
  }

  #refusal({ refusal }: ToolCallState): unknown {
    if (refusal === undefined) return nothing;
    return html`<p part="card-refusal" class="error">
      <strong>${this.words.refused}:</strong> ${directedText(refusal.message)}
    </p>`;
  }

  /** Made once for each state: opening a part does not change it. */
  #valuesOf(call: ToolCallState): CallValues {
    if (this.#values?.of !== call) this.#values = { of: call, values: valuesOf(call, this.agent) };
    return this.#values.values;
  }

  #fail(error: unknown): void {
    const detail = { error };
    this.dispatchEvent(
      new CustomEvent("ag-ui-view-failed", { detail, bubbles: true, composed: true }),
    );
  }

  #follow(): void {
    this.#leave();
    if (!this.agent || !this.isConnected) return;
    this.#calls = toolCallsOf(this.agent);
    this.#calls.addEventListener("change", this.#changed);
  }

  #leave(): void {
    this.#calls?.removeEventListener("change", this.#changed);
    this.#calls = undefined;
  }

  readonly #changed = ({
    detail,
  }: CustomEvent<{ readonly calls: readonly ToolCallState[] }>): void => {
    const { messageId, toolCallId } = this;
    const isOwn = detail.calls.some(
      (call) => call.toolCallId === toolCallId && call.messageId === messageId,
    );
    if (isOwn) this.requestUpdate();
  };
}

if (!customElements.get("ag-ui-tool-card")) customElements.define("ag-ui-tool-card", AgUiToolCard);

declare global {
  interface HTMLElementTagNameMap {
    "ag-ui-tool-card": AgUiToolCard;
  }
}
