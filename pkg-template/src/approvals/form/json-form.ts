import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { ValidationIssue } from "../../core/raw.js";
import { type Draft, draftsOf } from "../../json-form/draft.js";
import { addItem, moveItem, removeItem } from "../../json-form/edit-list.js";
import { tokens } from "../../look/tokens.js";
import { visuallyHidden } from "../../look/visually-hidden.js";
import type { ApprovalStrings } from "../../texts/approval/strings.js";
import { english } from "../../texts/english.js";
import type { Strings } from "../../texts/strings.js";
import { controlStyles } from "../styles/controls.styles.js";
import { AfterPress } from "./after-press.js";
import { errorSummary } from "./error-summary.js";
import { formStyles } from "./form.styles.js";
import { type FormContext, idOf } from "./form-context.js";
import { FormState } from "./form-state.js";
import { leafView } from "./leaf-view.js";
import { groupView, listView } from "./nested-view.js";

/** The events of `<ag-ui-json-form>`. */
export interface AgUiJsonFormEventMap {
  /** A field has changed: `value` and `isValid` are those of now. */
  input: Event;
  /** The form was submitted: `value` is valid. */
  submit: Event;
}

/**
 * A form for a JSON Schema: fields for the parts that it describes, JSON text for the rest. It validates as a person
 * writes, and shows the errors of a field once they have left it.
 *
 * @example
 * ```ts
 * const form = document.createElement("ag-ui-json-form");
 * form.schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
 * form.submitLabel = "Save";
 * form.addEventListener("submit", () => console.log(form.value));
 * ```
 */
export class AgUiJsonForm extends LitElement {
  static override styles = [tokens, visuallyHidden, controlStyles, formStyles];
  static override properties = {
    schema: { attribute: false },
    value: { attribute: false, noAccessor: true },
    strings: { attribute: false },
    disabled: { type: Boolean },
    submitLabel: { attribute: "submit-label" },
    hasSummary: { state: true },
    spoken: { state: true },
  };

  /** The JSON Schema of the value. */
  declare schema: object | undefined;
  /** The texts; English by default. */
  declare strings: Strings | undefined;
  /** Whether nothing can be changed. */
  declare disabled: boolean;
  /** The text of a button that submits; without it the form has none, and `requestSubmit()` submits. */
  declare submitLabel: string | null;

  declare private hasSummary: boolean;
  declare private spoken: string;
  readonly #state = new FormState();
  readonly #afterPress = new AfterPress(this);
  #given: unknown;
  #isStale = true;
  #opened: object | undefined;
  #focusNext: string | undefined;

  constructor() {
    super();
    this.disabled = false;
    this.submitLabel = null;
    this.hasSummary = false;
    this.spoken = "";
  }

  /**
   * The value: set it for the initial input, read it for the current one. Fields whose text is not a value are left
   * out.
   */
  get value(): unknown {
    this.#open();
    return this.#state.value;
  }

  set value(value: unknown) {
    const previous = this.#given;
    if (value === previous) return;
    this.#given = value;
    this.#isStale = true;
    this.requestUpdate("value", previous);
  }

  /** Returns true if no error in the value is known. */
  get isValid(): boolean {
    this.#open();
    return this.#state.errors.size === 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.toggleAttribute("data-ag-ui-ignore", true);
    void this.#loadValidator();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#state.close();
  }

  /** Moves the focus to the first control. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>("input, textarea, select, button")?.focus(options);
  }

  /**
   * Submits the form, as its button does: shows the errors, or dispatches `submit`. Returns true if the value is valid.
   */
  requestSubmit(): boolean {
    this.#open();
    this.#state.judge(this.#texts);
    this.#state.showAll();
    if (this.isValid) {
      this.hasSummary = false;
      this.requestUpdate();
      this.dispatchEvent(new Event("submit", { bubbles: true }));
      return true;
    }
    this.#showSummary();
    return false;
  }

  /** Shows issues that another validator has found in the value, at their fields, until it changes. */
  showIssues(issues: readonly ValidationIssue[]): void {
    this.#open();
    this.#state.showAll();
    this.#state.addIssues(issues, this.#texts);
    this.#showSummary();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    this.#open();
    if (changed.has("strings")) this.#state.judge(this.#texts);
  }

  override updated(): void {
    const id = this.#focusNext;
    this.#focusNext = undefined;
    if (id !== undefined) this.#focusField(id);
  }

  override render(): TemplateResult {
    const context = this.#context();
    const { errors } = this.#state;
    return html`<form part="form" novalidate @submit=${this.#submitted} @input=${stop} @change=${stop}>
      ${this.hasSummary && errors.size > 0 ? errorSummary(errors, this.#texts, (draft) => this.#focusField(idOf(draft))) : nothing}
      ${context.view(this.#state.root)}
      ${
        this.submitLabel === null
          ? nothing
          : html`<div class="actions"><button class="button primary" part="button submit-button" type="submit" ?disabled=${this.disabled}>${this.submitLabel}</button></div>`
      }
      <p class="visually-hidden" role="status">${this.spoken}</p>
    </form>`;
  }

  get #texts(): ApprovalStrings {
    return (this.strings ?? english).approval;
  }

  #context(): FormContext {
    const state = this.#state;
    const strings = this.#texts;
    const context: FormContext = {
      strings,
      isDisabled: this.disabled,
      errorsOf: (draft) => state.shownErrors(draft),
      write: (draft, change) => {
        Object.assign(draft, change, { isEdited: true });
        this.#changed();
      },
      leave: (draft) =>
        this.#afterPress.do(() => {
          state.leave(draft);
          state.judge(strings);
          this.requestUpdate();
        }),
      add: (list) => {
        addItem(list);
        const item = list.items.at(-1);
        if (item) this.#focusNext = idOf(item);
        this.#changed(strings.formItemAdded(list.items.length));
      },
      remove: (list, index) => {
        removeItem(list, index);
        const next = list.items[Math.min(index, list.items.length - 1)];
        this.#focusNext = next ? `${idOf(next)}-remove` : idOf(list);
        this.#changed(strings.formItemRemoved(index + 1));
      },
      move: (list, index, by) => {
        const item = list.items[index];
        moveItem(list, index, by);
        if (item) this.#focusNext = `${idOf(item)}-${by < 0 ? "up" : "down"}`;
        this.#changed(strings.formItemMoved(index + by + 1));
      },
      view: (draft, label = draft.field.label) => fieldView(draft, label, context),
    };
    return context;
  }

  /** Begins anew with another schema or value. */
  #open(): void {
    if (!this.#isStale && this.#opened === this.schema) return;
    this.#isStale = false;
    this.#opened = this.schema;
    this.hasSummary = false;
    this.#state.open(this.schema, this.#given, this.#texts);
  }

  #changed(spoken = ""): void {
    this.#state.change(this.#texts);
    this.spoken = spoken;
    this.requestUpdate();
    this.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  }

  async #loadValidator(): Promise<void> {
    await this.updateComplete;
    if (!(await this.#state.load()) || !this.isConnected) return;
    this.#state.judge(this.#texts);
    this.requestUpdate();
  }

  readonly #submitted = (event: SubmitEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    // Without a button of its own, Enter in a field must not submit.
    if (this.submitLabel !== null && !this.disabled) this.requestSubmit();
  };

  #showSummary(): void {
    this.hasSummary = true;
    this.requestUpdate();
    this.#focusNext = "summary";
  }

  #focusField(id: string): void {
    const field = this.renderRoot.querySelector<HTMLElement>(`#${id}`);
    const target = field ?? this.#firstWithin(id);
    target?.focus();
    if (target?.matches('[aria-disabled="true"]')) {
      // A button that moves no further: its neighbour has the focus.
      target.parentElement?.querySelector<HTMLElement>('[aria-disabled="false"]')?.focus();
    }
  }

  /** The control of a draft without one of its own: that of its first field that has one. */
  #firstWithin(id: string): HTMLElement | null {
    const draft = [...draftsOf(this.#state.root)].find((each) => idOf(each) === id);
    if (!draft) return null;
    for (const each of draftsOf(draft)) {
      const found = this.renderRoot.querySelector<HTMLElement>(`#${idOf(each)}`);
      if (found) return found;
    }
    return null;
  }
}

function fieldView(draft: Draft, label: string, context: FormContext): TemplateResult {
  if (draft.kind === "group") return groupView(draft, label, context);
  const named = label === "" ? context.strings.formValue : label;
  return draft.kind === "list" ? listView(draft, named, context) : leafView(draft, named, context);
}

/** The form dispatches events of its own, once its value is that of now. */
function stop(event: Event): void {
  event.stopPropagation();
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-ui-json-form": AgUiJsonForm;
  }
}

if (globalThis.customElements && !customElements.get("ag-ui-json-form")) {
  customElements.define("ag-ui-json-form", AgUiJsonForm);
}
