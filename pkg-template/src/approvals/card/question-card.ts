import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { AgUiAgent } from "../../element/ag-ui-agent.js";
import { markedText } from "../../look/marked-text.js";
import type { ApprovalStrings } from "../../texts/approval/strings.js";
import { english } from "../../texts/english.js";
import type { Strings } from "../../texts/strings.js";
import { loadForm } from "../form/load-form.js";
import { exportAll, jsonFormParts } from "../parts.js";
import { announces } from "./announces.js";
import { refusalText } from "./refusal.js";

/** The schema and the initial value of a form, and a function that is called when a valid value is submitted. */
export interface FormOfCard {
  readonly schema: unknown;
  readonly value?: unknown;
  readonly submitted: () => void;
}

/** The base of the cards that ask a person: their agent and texts, the announcement, a form and a failure. */
export abstract class QuestionCard extends LitElement {
  static override properties: PropertyDeclarations = {
    agent: { attribute: false },
    strings: { attribute: false },
    failure: { state: true },
    announced: { state: true },
  };

  /** The element that asked: it is given the answer. */
  declare agent: AgUiAgent | undefined;
  /** The texts; English by default. */
  declare strings: Strings | undefined;

  /** The text of the last failure; empty without one. */
  declare protected failure: string;
  /** The question as it was announced to screen readers. */
  declare protected announced: string;

  override connectedCallback(): void {
    super.connectedCallback();
    // The agent can neither see nor press what decides about its calls.
    this.toggleAttribute("data-ag-ui-ignore", true);
  }

  protected get texts(): ApprovalStrings {
    return (this.strings ?? english).approval;
  }

  /** Announces a question, unless the chat around the card does. */
  protected announce(question: string): void {
    if (announces(this)) this.announced = this.texts.announcement(question);
  }

  /** The live region of the announcement. It announces changes of its content, so its text is added later. */
  protected announcementView(isOver: boolean): TemplateResult {
    return html`<p class="visually-hidden" role="alert">${isOver ? "" : this.announced}</p>`;
  }

  /** Loads the form. Returns false if that fails: the failure is shown, and the next press tries again. */
  protected async loadForm(): Promise<boolean> {
    try {
      await loadForm();
      return true;
    } catch (thrown) {
      this.fail(thrown);
      return false;
    }
  }

  /** A form whose events stay inside the card. */
  protected formView({ schema, value, submitted }: FormOfCard): TemplateResult {
    const submit = (event: Event): void => {
      event.stopPropagation();
      submitted();
    };
    return html`<ag-ui-json-form
      exportparts=${formParts}
      .schema=${schema}
      .value=${value}
      .strings=${this.strings}
      @submit=${submit}
      @input=${stop}
    ></ag-ui-json-form>`;
  }

  /** Shows an error. */
  protected fail(error: unknown): void {
    this.failure = this.texts.failed(refusalText(error));
  }

  protected failureView(): TemplateResult | typeof nothing {
    if (this.failure === "") return nothing;
    return html`<p class="error" part="error" role="alert">${markedText(this.failure)}</p>`;
  }
}

const formParts = exportAll(jsonFormParts);

function stop(event: Event): void {
  event.stopPropagation();
}
