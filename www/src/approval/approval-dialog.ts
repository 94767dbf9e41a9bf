import type { ApprovalRequest } from "ag-ui-lit/element";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { createRef, ref } from "lit/directives/ref.js";
import { dialogFrame, shared } from "../styles/shared.js";
import { dialogStyles } from "./approval-dialog.styles.js";
import { argumentList } from "./argument-list.js";
import { Deliberate } from "./deliberate.js";
import { preparedView } from "./prepared-view.js";
import { previewView, summaryText } from "./preview-view.js";
import { RequestPreview } from "./request-preview.js";
import { wordingOf } from "./wording.js";

type Decision = "approve" | "decline";

/** What `decide` tells. */
export interface DecideDetail {
  readonly approvalId: string;
  readonly decision: Decision;
}

/**
 * Asks the visitor whether a tool may run, for one request after the other. Raises `decide` with their answer; Escape is
 * a no. The focus begins at the safe answer, and neither counts before the visitor can have seen what it is about.
 */
export class ApprovalDialog extends LitElement {
  static override styles = [shared, dialogFrame, dialogStyles];
  static override properties = { requests: { attribute: false } };

  /** What waits, oldest first: the first one is asked about. */
  declare requests: readonly ApprovalRequest[];
  readonly #dialog = createRef<HTMLDialogElement>();
  readonly #deliberate = new Deliberate(() => this.requestUpdate());
  readonly #preview = new RequestPreview(() => this.#previewed());
  #shown: string | undefined;

  constructor() {
    super();
    this.requests = [];
  }

  get open(): boolean {
    return this.#dialog.value?.open ?? false;
  }

  override render(): TemplateResult {
    const pressed = (event: Event) => this.#deliberate.pressed(event);
    return html`<dialog
      role="alertdialog"
      aria-labelledby="title"
      aria-describedby="what"
      data-testid="approval-dialog"
      ${ref(this.#dialog)}
      @pointerdown=${pressed}
      @mousedown=${pressed}
      @keydown=${this.#key}
      @cancel=${this.#cancel}
      @close=${this.#closed}
    >${keyed(this.requests[0]?.approvalId, this.#request())}</dialog>`;
  }

  override willUpdate(): void {
    if (this.requests[0]?.approvalId === this.#shown) return;
    // Before the next request is rendered: what was ready was the one before it.
    this.#deliberate.stop();
    void this.#preview.show(this.requests[0]);
  }

  override updated(): void {
    const { approvalId } = this.requests[0] ?? {};
    if (approvalId === this.#shown) return;
    this.#shown = approvalId;
    // Closed and opened anew, so that a screen reader reads the next one, and the focus is back at the safe answer.
    this.#dialog.value?.close();
    if (approvalId === undefined) return;
    this.#dialog.value?.showModal();
    this.#deliberate.begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#deliberate.stop();
  }

  #request(): TemplateResult | typeof nothing {
    const [request, ...others] = this.requests;
    if (!request) return nothing;
    const isEarly = String(!this.#deliberate.isReady);
    const mayRun = this.#deliberate.isReady && this.#preview.isKnown;
    const { question, approve, decline } = wordingOf(request);
    // No header and footer: outside of an article or a section they would be landmarks of the page.
    return html`
      <div class="head">
        <h2 id="title">${question}</h2>
        <div class="preview" id="what" role="status" data-testid="approval-summary">${this.#summary(request)}</div>
        <p class="tool">Tool: <code>${request.toolCallName}</code></p>
      </div>
      ${this.#what(request)}
      <div class="foot">
        <p class="queue" data-testid="approval-queue">${queueText(others)}</p>
        <button class="button" data-testid="approval-decline" autofocus aria-disabled=${isEarly} @click=${this.#answer("decline")}>${decline}</button>
        <button class="button allow" data-testid="approval-approve" aria-disabled=${!mayRun} @click=${this.#answer("approve")}>${approve}</button>
      </div>
    `;
  }

  /** What the call would do, in a sentence. The description is for the model: it stands in where there is nothing for a person. */
  #summary({ description }: ApprovalRequest): unknown {
    const { preview, isKnown } = this.#preview;
    if (!isKnown) return "Working out what it would change…";
    return preview ? previewView(preview).summary : summaryText(description);
  }

  /** The change line by line, or the bill, where its tool can tell; and what it is called with. */
  #what({ toolCallName, toolCallArgs, preflight }: ApprovalRequest): TemplateResult {
    const { preview } = this.#preview;
    const list = html`<div class="arguments scroller" tabindex="0" role="group" aria-label="Arguments" data-testid="approval-args">${argumentList(toolCallArgs)}</div>`;
    const shown = preview && previewView(preview);
    return html`
      ${preflight ? preparedView(toolCallName, toolCallArgs, preflight.arguments) : (shown?.change ?? nothing)}
      ${
        preflight
          ? html`<details class="more"><summary>Everything that the server prepared</summary>${list}</details>`
          : shown?.isWhole
            ? html`<details class="more"><summary>The arguments, as the agent wrote them</summary>${list}</details>`
            : list
      }
    `;
  }

  #previewed(): void {
    // What has just appeared has to be seen before an answer counts.
    if (this.#preview.preview) {
      this.#deliberate.stop();
      this.#deliberate.begin();
    }
    this.requestUpdate();
  }

  #answer(decision: Decision): (event: MouseEvent) => void {
    return (event) => {
      const isSeen = decision === "decline" || this.#preview.isKnown;
      if (isSeen && this.#deliberate.isMeant(event)) this.#decide(decision);
    };
  }

  #key(event: KeyboardEvent): void {
    this.#deliberate.pressed(event);
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    if (!event.repeat) this.#decide("decline");
  }

  /** The back gesture of a phone. It closes when the request is settled, whoever settles it. */
  #cancel(event: Event): void {
    event.preventDefault();
    this.#decide("decline");
  }

  /** A browser may close it without asking. */
  #closed(): void {
    if (this.#shown !== undefined && !this.open) this.#dialog.value?.showModal();
  }

  #decide(decision: Decision): void {
    const { approvalId } = this.requests[0] ?? {};
    if (approvalId === undefined) return;
    const detail: DecideDetail = { approvalId, decision };
    this.dispatchEvent(new CustomEvent("decide", { detail }));
  }
}

function queueText(others: readonly ApprovalRequest[]): string {
  if (others.length === 0) return "";
  const names = others.slice(0, 3).map(({ toolCallName }) => toolCallName);
  const more = others.length > names.length ? `, and ${others.length - names.length} more` : "";
  return `${others.length} more ${others.length === 1 ? "waits" : "wait"}: ${names.join(", ")}${more}.`;
}

declare global {
  interface HTMLElementTagNameMap {
    "approval-dialog": ApprovalDialog;
  }
}

customElements.define("approval-dialog", ApprovalDialog);
