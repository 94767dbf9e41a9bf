import type { Interrupt } from "@ag-ui/core";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { InterruptAnswer } from "../../element/answers/resume.js";
import { markedText } from "../../look/marked-text.js";
import { tokens } from "../../look/tokens.js";
import { visuallyHidden } from "../../look/visually-hidden.js";
import { cardStyles } from "../card/card.styles.js";
import { Deliberate } from "../card/deliberate.js";
import { QuestionCard } from "../card/question-card.js";
import { issuesOf } from "../card/refusal.js";
import type { AgUiJsonForm } from "../form/json-form.js";
import { controlStyles } from "../styles/controls.styles.js";
import { EverySecond } from "./every-second.js";
import { type InterruptQuestion, no, questionOf, secondsLeft, yes } from "./interrupt-answers.js";
import { answerView, expiryView, messageText, textOf } from "./interrupt-view.js";

/** The element dispatches no events of its own: the agent reports the run that goes on. */
// biome-ignore lint/suspicious/noEmptyInterface: the manifest reads the events of an element from the interface of this name
export interface AgUiInterruptCardEventMap {}

/**
 * Asks a person for the input that a backend waits for: each interrupt with its message, a form for its
 * `responseSchema`, and buttons. Once all are answered, the agent goes on.
 *
 * @example
 * ```ts
 * agent.addEventListener("ag-ui-interrupt", () => {
 *   const card = document.createElement("ag-ui-interrupt-card");
 *   Object.assign(card, { agent, interrupts: agent.pendingInterrupts });
 *   document.body.append(card);
 * });
 * ```
 */
export class AgUiInterruptCard extends QuestionCard {
  static override styles = [tokens, visuallyHidden, controlStyles, cardStyles];
  static override properties = {
    interrupts: { attribute: false },
    state: { state: true },
  };

  /** The pending interrupts of the backend: `agent.pendingInterrupts`. */
  declare interrupts: readonly Interrupt[] | undefined;

  declare private state: "open" | "sending" | "sent";
  #questions: readonly Asked[] = [];
  /** By the ids of the interrupts. */
  readonly #answers = new Map<string, InterruptAnswer>();

  constructor() {
    super();
    this.#reset();
    new EverySecond(this, () => this.state === "open" && this.#isCounting());
  }

  /** Moves the focus to the first control; to the answer, once it is given. */
  override focus(options?: FocusOptions): void {
    const target = this.renderRoot.querySelector<HTMLElement>(
      "ag-ui-json-form, .decline, .outcome",
    );
    target?.focus(options);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("interrupts")) return;
    // A person's input stays, however often a page sets the questions that it answers.
    if (this.#isSame(changed.get("interrupts"))) return;
    this.#reset();
    this.#questions = (this.interrupts ?? []).map((interrupt) => {
      return { ...questionOf(interrupt), deliberate: new Deliberate(this) };
    });
    if (this.#questions.some(({ schema }) => schema)) void this.loadForm();
  }

  override updated(): void {
    for (const [index, { deliberate }] of this.#questions.entries()) {
      const question = this.renderRoot.querySelector(`#question-${index}`);
      const actions = this.renderRoot.querySelector(`[data-index="${index}"] .decide`);
      deliberate.watch(question && actions ? { question, actions } : undefined);
    }
    const [first] = this.#questions;
    if (first && this.announced === "" && this.state === "open") {
      this.announce(messageText(first.interrupt, this.texts));
    }
  }

  override render(): TemplateResult {
    const { length } = this.#questions;
    if (length === 0) return html``;
    const strings = this.texts;
    const isSent = this.state === "sent";
    return html`<div class="card" part="card" role="group" aria-label=${strings.interruptQuestion}>
      ${this.announcementView(isSent)}
      ${
        length > 1 && !isSent
          ? html`<p class="progress" part="progress" role="status">${strings.interruptProgress(this.#answers.size, length)}</p>`
          : nothing
      }
      <ol class="interrupts" role="list">${repeat(
        this.#questions,
        ({ interrupt }) => interrupt.id,
        (question, index) => this.#interrupt(question, index),
      )}</ol>
      ${this.failureView()}
      ${isSent ? html`<p class="about" role="status">${strings.interruptSent}</p>` : nothing}
    </div>`;
  }

  #interrupt(question: Asked, index: number): TemplateResult {
    const { interrupt, deliberate } = question;
    const answer = this.#answers.get(interrupt.id);
    return html`<li class="interrupt" part="interrupt" data-index=${index}
      @pointerdown=${deliberate.pressed} @focusout=${deliberate.pressed}
      @keydown=${deliberate.pressed} @keyup=${deliberate.pressed}
    >
      <p class="question" part="question" id="question-${index}">${markedText(messageText(interrupt, this.texts))}</p>
      <p class="about" part="about">${this.texts.interruptReason}: ${markedText(interrupt.reason)}</p>
      ${this.state === "sent" ? nothing : this.#open(question, index, answer !== undefined)}
      ${answer ? this.#answered(question, answer) : nothing}
    </li>`;
  }

  /** The form and buttons of a question; they keep their state while it has an answer. */
  #open(question: Asked, index: number, isAnswered: boolean): TemplateResult {
    const left = secondsLeft(question.interrupt, Date.now());
    return html`<div class="interrupt" ?hidden=${isAnswered}>
      ${left === undefined ? nothing : expiryView(left, this.texts)}
      ${
        question.schema && left !== 0
          ? this.formView({
              schema: question.schema,
              submitted: () => this.#submitted(question, index),
            })
          : nothing
      }
      ${this.#actions(question, index, left === 0)}
    </div>`;
  }

  #actions(question: Asked, index: number, isExpired: boolean): TemplateResult {
    const strings = this.texts;
    const { isApproval, deliberate } = question;
    const noText = isApproval && !isExpired ? strings.decline : strings.interruptCancel;
    const button = (kind: string, name: string, text: string, press: () => void) =>
      html`<button class="button ${kind}" part="button ${name}-button" type="button" aria-describedby="question-${index}" aria-disabled=${!deliberate.isReady}
        @click=${(event: MouseEvent) => deliberate.isMeant(event) && press()}>${text}</button>`;
    const decline = () => this.#give(question, no(question, this.#formAt(index)?.value, isExpired));
    const confirm = () => void this.#confirm(question, index);
    const yesText = isApproval ? strings.approve : strings.interruptConfirm;
    return html`<div class="actions decide" part="actions">
      ${button("decline", "decline", noText, decline)}
      ${isExpired ? nothing : button("primary", "approve", yesText, confirm)}
    </div>`;
  }

  #answered(question: Asked, answer: InterruptAnswer): TemplateResult {
    const change = () => {
      this.#answers.delete(question.interrupt.id);
      question.deliberate.restart();
      this.requestUpdate();
    };
    return answerView(question, answer, this.texts, this.state === "open" ? change : undefined);
  }

  async #confirm(question: InterruptQuestion, index: number): Promise<void> {
    if (!question.schema) return this.#give(question, yes(question, undefined));
    if (await this.loadForm()) this.#formAt(index)?.requestSubmit();
  }

  #submitted(question: InterruptQuestion, index: number): void {
    this.#give(question, yes(question, this.#formAt(index)?.value));
  }

  #give({ interrupt }: InterruptQuestion, answer: InterruptAnswer): void {
    if (this.state !== "open") return;
    this.failure = "";
    this.#answers.set(interrupt.id, answer);
    this.requestUpdate();
    if (this.#questions.every(({ interrupt }) => this.#answers.has(interrupt.id)))
      void this.#send();
    else void this.updateComplete.then(() => this.#focusNext());
  }

  /** The next question that waits for an answer. */
  #focusNext(): void {
    const index = this.#questions.findIndex(({ interrupt }) => !this.#answers.has(interrupt.id));
    this.renderRoot
      .querySelector<HTMLElement>(`[data-index="${index}"] :is(ag-ui-json-form, .decline)`)
      ?.focus();
  }

  async #send(): Promise<void> {
    const { agent } = this;
    if (!agent) return;
    const questions = this.#questions;
    this.state = "sending";
    const sending = agent.resume(Object.fromEntries(this.#answers));
    // It settles when the agent has come to its end; a refusal comes before anything is sent.
    const watch = new AbortController();
    const { signal } = watch;
    agent.addEventListener("ag-ui-run-started", () => this.#sent(questions), { signal });
    try {
      await sending;
      this.#sent(questions);
    } catch (refusal) {
      if (this.#questions === questions) this.#refused(refusal);
    } finally {
      watch.abort();
    }
  }

  #sent(questions: readonly Asked[]): void {
    if (this.#questions !== questions || this.state !== "sending") return;
    const hadFocus = this.matches(":focus-within");
    this.state = "sent";
    if (hadFocus) void this.updateComplete.then(() => this.focus());
  }

  /** Nothing was sent: all questions are open again. */
  #refused(refusal: unknown): void {
    this.state = "open";
    this.#answers.clear();
    this.fail(refusal);
    const issues = issuesOf(refusal);
    if (!issues || this.#questions.length > 1) return;
    void this.updateComplete.then(() => this.#formAt(0)?.showIssues(issues));
  }

  #formAt(index: number): AgUiJsonForm | null {
    return this.renderRoot.querySelector<AgUiJsonForm>(`[data-index="${index}"] ag-ui-json-form`);
  }

  /**
   * Returns true if the questions are the previous ones. Once they are answered, another run may ask the same ones
   * again.
   */
  #isSame(before: readonly Interrupt[] | undefined): boolean {
    const { interrupts = [], agent } = this;
    if (before === undefined || textOf(before) !== textOf(interrupts)) return false;
    const isAnswered = this.state === "sent" && agent?.isRunning !== true;
    return !isAnswered || interrupts.every((interrupt, index) => interrupt === before[index]);
  }

  #isCounting(): boolean {
    const now = Date.now();
    return this.#questions.some(({ interrupt }) => (secondsLeft(interrupt, now) ?? 0) > 0);
  }

  #reset(): void {
    this.state = "open";
    this.failure = "";
    this.announced = "";
    this.#answers.clear();
    for (const { deliberate } of this.#questions) {
      deliberate.hostDisconnected();
      this.removeController(deliberate);
    }
    this.#questions = [];
  }
}

/** A question, and the check whether a press of its buttons was deliberate. */
interface Asked extends InterruptQuestion {
  readonly deliberate: Deliberate;
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-ui-interrupt-card": AgUiInterruptCard;
  }
}

if (globalThis.customElements && !customElements.get("ag-ui-interrupt-card")) {
  customElements.define("ag-ui-interrupt-card", AgUiInterruptCard);
}
