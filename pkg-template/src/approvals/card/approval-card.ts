import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { AgUiAgent } from "../../element/ag-ui-agent.js";
import type { ApprovalRequest } from "../../element/events/details.js";
import { tokens } from "../../look/tokens.js";
import { visuallyHidden } from "../../look/visually-hidden.js";
import { diffStyles } from "../diff/diff.styles.js";
import type { DiffLayout } from "../diff/diff-view.js";
import type { AgUiJsonForm } from "../form/json-form.js";
import { controlStyles } from "../styles/controls.styles.js";
import { argumentStyles } from "./arguments.styles.js";
import { cardStyles } from "./card.styles.js";
import { Deliberate } from "./deliberate.js";
import {
  changeOf,
  changeSummary,
  changeView,
  type ShownChange,
  summaryText,
} from "./preview-view.js";
import { QuestionCard } from "./question-card.js";
import { issuesOf } from "./refusal.js";
import { RequestPreview } from "./request-preview.js";
import { argumentsView, isEditable, questionText, reasonView } from "./request-view.js";
import { SettledRequest } from "./settled-request.js";

/** The element dispatches no events of its own: those of its form stay inside, and the agent reports every answer. */
// biome-ignore lint/suspicious/noEmptyInterface: the manifest reads the events of an element from the interface of this name
export interface AgUiApprovalCardEventMap {}

/**
 * Asks a person whether a call may run: its arguments, a preview of its effect, and the buttons to allow, edit and
 * decline. An answer counts from 600 ms after the card is in view. The decision stays shown.
 *
 * @example
 * ```ts
 * agent.addEventListener("ag-ui-approval-request", ({ detail }) => {
 *   const card = document.createElement("ag-ui-approval-card");
 *   Object.assign(card, { agent, request: detail });
 *   document.body.append(card);
 * });
 * ```
 */
export class AgUiApprovalCard extends QuestionCard {
  static override styles = [
    tokens,
    visuallyHidden,
    controlStyles,
    cardStyles,
    argumentStyles,
    diffStyles,
  ];
  static override properties = {
    request: { attribute: false },
    isEditing: { state: true },
    isSending: { state: true },
    layout: { state: true },
  };

  /** The call that waits for a decision: the detail of `ag-ui-approval-request`. */
  declare request: ApprovalRequest | undefined;

  /** @ignore */
  declare private isEditing: boolean;
  declare private isSending: boolean;
  declare private layout: DiffLayout;
  readonly #deliberate = new Deliberate(this);
  readonly #settled = new SettledRequest(this);
  readonly #preview = new RequestPreview(() => this.#previewed());
  #change: ShownChange | undefined;

  constructor() {
    super();
    this.#reset();
  }

  /** Moves the focus to the safe answer, or to the decision. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>(".decline, .outcome")?.focus(options);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("request")) {
      this.#reset();
      void this.#preview.show(this.request);
    }
    if (changed.has("request") || changed.has("agent"))
      this.#settled.watch(this.agent, this.request);
  }

  override updated(changed: PropertyValues<this>): void {
    const question = this.renderRoot.querySelector(".question");
    const actions = this.renderRoot.querySelector(".actions");
    this.#deliberate.watch(question && actions ? { question, actions } : undefined);
    if (changed.has("request") && this.request && !this.#settled.outcome) {
      this.announce(this.#question(this.request));
    }
  }

  override render(): TemplateResult {
    const { request } = this;
    if (!request) return html``;
    const { outcome } = this.#settled;
    const isDangerous = request.isDangerous === true && !outcome;
    return html`<div
      class="card ${isDangerous ? "danger" : ""}"
      part="card"
      role="group"
      aria-labelledby="question"
      @pointerdown=${this.#deliberate.pressed}
      @keydown=${this.#deliberate.pressed}
      @keyup=${this.#deliberate.pressed}
      @focusout=${this.#deliberate.pressed}
    >
      ${this.announcementView(outcome !== undefined)}
      <p class="question" part="question" id="question">${this.#question(request)}</p>
      ${outcome ? this.#outcome(outcome) : this.#open(request)}
    </div>`;
  }

  #question(request: ApprovalRequest): string {
    return questionText(request, this.texts);
  }

  #open(request: ApprovalRequest): TemplateResult {
    const { askedBy, toolCallName, isDangerous, mayHaveRun } = request;
    const strings = this.texts;
    return html`
      ${isDangerous ? html`<p class="warning" part="warning">${strings.dangerous}</p>` : nothing}
      ${mayHaveRun ? html`<p class="warning" part="warning">${strings.mayHaveRun}</p>` : nothing}
      ${this.isEditing ? nothing : html`<div class="summary" part="summary">${this.#summary(request)}</div>`}
      <p class="about" part="about">
        ${strings.tool}: <code>${toolCallName}</code>
        ${askedBy === undefined ? nothing : html`<br />${strings.askedBy(askedBy)}`}
      </p>
      ${this.isEditing ? this.formView({ schema: request.parameters, value: request.toolCallArgs, submitted: this.#submitted }) : this.#details(request)}
      ${this.failureView()}
      ${reasonView(strings)}
      ${this.#actions(request)}
    `;
  }

  /** The effect of the call. Without a preview text, the description for the model replaces it. */
  #summary(request: ApprovalRequest): unknown {
    const strings = this.texts;
    const { preview, isKnown } = this.#preview;
    if (!isKnown) return html`<span role="status">${strings.previewPending}</span>`;
    if (this.#change) return changeSummary(this.#change, strings);
    const text = preview?.kind === "text" ? preview.text : request.description;
    return summaryText(text, this.#question(request));
  }

  #details(request: ApprovalRequest): TemplateResult {
    const strings = this.texts;
    const switchLayout = () => {
      this.layout = this.layout === "unified" ? "side-by-side" : "unified";
    };
    return html`
      <slot name="preview">${this.#change ? changeView(this.#change, this.layout, strings, switchLayout) : nothing}</slot>
      ${argumentsView(request, strings)}
    `;
  }

  /** The safe answer comes first, for the focus as well. */
  #actions(request: ApprovalRequest): TemplateResult {
    const { decline, approve, approveEdited, edit, discardEdits } = this.texts;
    const { isReady } = this.#deliberate;
    const mayRun = isReady && this.#preview.isKnown && !this.isSending;
    const mayEdit = this.isEditing || isEditable(request);
    return html`<div class="actions" part="actions">
      <button class="button decline" part="button decline-button" type="button" aria-describedby="question" aria-disabled=${!isReady} @click=${this.#decline}>${decline}</button>
      ${
        mayEdit
          ? html`<button class="button" part="button edit-button" type="button" aria-describedby="question" @click=${this.#toggleForm}>${this.isEditing ? discardEdits : edit}</button>`
          : nothing
      }
      <button class="button primary" part="button approve-button" type="button" aria-describedby="question" aria-disabled=${!mayRun} @click=${this.#approve}>${this.isEditing ? approveEdited : approve}</button>
    </div>`;
  }

  #outcome(outcome: "approved" | "declined" | "withdrawn"): TemplateResult {
    return html`<p class="outcome ${outcome}" part="outcome" role="status" tabindex="-1">${this.texts[outcome]}</p>`;
  }

  readonly #decline = (event: MouseEvent): void => {
    if (!this.#deliberate.isMeant(event)) return;
    const field = this.renderRoot.querySelector<HTMLTextAreaElement>("textarea.reason");
    const reason = field?.value.trim() ?? "";
    void this.#answer({ decision: "decline", ...(reason !== "" && { reason }) });
  };

  readonly #approve = (event: MouseEvent): void => {
    if (this.isSending || !this.#preview.isKnown || !this.#deliberate.isMeant(event)) return;
    if (this.isEditing) this.#jsonForm?.requestSubmit();
    else void this.#answer({ decision: "approve" });
  };

  readonly #submitted = (): void => {
    const args = this.#jsonForm?.value as Record<string, unknown>;
    if (!this.isSending) void this.#answer({ decision: "approve", args });
  };

  readonly #toggleForm = async (): Promise<void> => {
    const { request, isEditing } = this;
    this.failure = "";
    if (!isEditing && !(await this.loadForm())) return;
    if (this.request !== request || this.isEditing !== isEditing) return;
    this.isEditing = !isEditing;
    // The buttons have changed: the press that changed them does not count for the new ones.
    this.#deliberate.restart();
    await this.updateComplete;
    this.#jsonForm?.focus();
  };

  get #jsonForm(): AgUiJsonForm | null {
    return this.renderRoot.querySelector("ag-ui-json-form");
  }

  async #answer(response: Parameters<AgUiAgent["respondToApproval"]>[1]): Promise<void> {
    const { agent, request } = this;
    if (!agent || !request) return;
    this.failure = "";
    this.isSending = true;
    const hadFocus = this.matches(":focus-within");
    try {
      await agent.respondToApproval(request.approvalId, response);
      if (hadFocus && this.request === request) await this.updateComplete.then(() => this.focus());
    } catch (refusal) {
      if (this.request === request) this.#refused(refusal);
    } finally {
      if (this.request === request) this.isSending = false;
    }
  }

  #refused(refusal: unknown): void {
    if (this.#settled.outcome) return;
    const issues = issuesOf(refusal);
    const form = this.#jsonForm;
    if (issues && form) form.showIssues(issues);
    else this.fail(refusal);
  }

  #previewed(): void {
    this.#change = changeOf(this.#preview.preview);
    // A preview that has just appeared must be seen before an answer counts.
    if (this.#preview.preview) this.#deliberate.restart();
    this.requestUpdate();
  }

  #reset(): void {
    this.isEditing = false;
    this.isSending = false;
    this.failure = "";
    this.layout = "unified";
    this.announced = "";
    this.#change = undefined;
    this.#deliberate.restart();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-ui-approval-card": AgUiApprovalCard;
  }
}

if (globalThis.customElements && !customElements.get("ag-ui-approval-card")) {
  customElements.define("ag-ui-approval-card", AgUiApprovalCard);
}
