import type { ApprovalRequest } from "ag-ui-lit/element";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { createRef, ref } from "lit/directives/ref.js";
import { dialogFrame, shared } from "../styles/shared.js";
import { dialogStyles } from "./approval-dialog.styles.js";
import { argumentList } from "./argument-list.js";
import { Deliberate } from "./deliberate.js";
import { preparedView } from "./prepared-view.js";
import { previewView } from "./preview-view.js";
import { RequestPreview } from "./request-preview.js";
import { visibleText } from "./visible-text.js";

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

  override updated(_changed: PropertyValues<this>): void {
    const { approvalId } = this.requests[0] ?? {};
    if (approvalId === this.#shown) return;
    this.#shown = approvalId;
    // Closed and opened anew, so that a screen reader reads the next one, and the focus is back at the safe answer.
    this.#dialog.value?.close();
    this.#deliberate.stop();
    void this.#preview.show(this.requests[0]);
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
    return html`
      <header>
        <h2 id="title">May the agent run ${request.toolCallName}?</h2>
        <p id="what">${visibleText(request.description)}</p>
      </header>
      ${this.#what(request)}
      <footer>
        <p class="queue" data-testid="approval-queue">${queueText(others)}</p>
        <button class="button" data-testid="approval-decline" autofocus aria-disabled=${isEarly} @click=${this.#answer("decline")}>Don't run it</button>
        <button class="button allow" data-testid="approval-approve" aria-disabled=${!mayRun} @click=${this.#answer("approve")}>Run it</button>
      </footer>
    `;
  }

  /** What the call would do, where its tool can tell, and what it is called with. */
  #what({ toolCallName, toolCallArgs, preflight }: ApprovalRequest): TemplateResult {
    const { preview, isKnown } = this.#preview;
    const list = html`<div class="arguments" tabindex="0" role="group" aria-label="Arguments" data-testid="approval-args">${argumentList(toolCallArgs)}</div>`;
    const shown = preview && previewView(preview);
    return html`
      <div class="preview" role="status" data-testid="approval-summary">${isKnown ? (shown?.summary ?? nothing) : "Working out what it would change…"}</div>
      ${preflight ? preparedView(toolCallName, toolCallArgs, preflight.arguments) : (shown?.change ?? nothing)}
      ${
        preflight
          ? html`<details class="more"><summary>All that the tool gets from the server</summary>${list}</details>`
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
