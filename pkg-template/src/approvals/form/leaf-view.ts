import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { fewOptions } from "../../json-form/bounds.js";
import type { LeafDraft } from "../../json-form/draft.js";
import type { Option } from "../../json-form/field.js";
import { describedBy, errorOf, hintOf, invalid, labelText } from "./field-frame.js";
import { type FormContext, idOf } from "./form-context.js";

/** The view of a field with one control, or with the buttons of one choice. */
export function leafView(draft: LeafDraft, label: string, context: FormContext): TemplateResult {
  const { field } = draft;
  switch (field.kind) {
    case "boolean":
      return checkbox(draft, label, context);
    case "choice":
      return field.options.length > fewOptions
        ? framed(draft, label, context, select(draft, field.options, context))
        : buttons(draft, field.options, label, context);
    case "choices":
      return buttons(draft, field.options, label, context);
    default:
      return framed(
        draft,
        label,
        context,
        draft.hasLines ? lines(draft, context) : line(draft, context),
      );
  }
}

function framed(
  draft: LeafDraft,
  label: string,
  context: FormContext,
  control: TemplateResult,
): TemplateResult {
  return html`<div class="field" part="field">
    <label part="field-label" for=${idOf(draft)}>${labelText(draft, label, context)}</label>
    ${hintOf(draft, context)}${control}${errorOf(draft, context)}
  </div>`;
}

function line(draft: LeafDraft, context: FormContext): TemplateResult {
  const { field, input, text } = draft;
  const isNumber = field.kind === "number";
  const mode = isNumber ? (field.isInteger ? "numeric" : "decimal") : nothing;
  return html`<input
    id=${idOf(draft)}
    part="control"
    class=${isNumber ? "short" : ""}
    type=${input}
    inputmode=${mode}
    step=${input === "time" || input === "datetime-local" ? "any" : nothing}
    autocomplete="off"
    dir=${isNumber ? nothing : "auto"}
    .value=${live(text)}
    ?disabled=${context.isDisabled}
    aria-required=${field.isRequired}
    aria-invalid=${invalid(draft, context)}
    aria-describedby=${describedBy(draft, context)}
    @input=${writes(draft, context)}
    @blur=${() => context.leave(draft)}
  />`;
}

function lines(draft: LeafDraft, context: FormContext): TemplateResult {
  const { field, text } = draft;
  const isJson = field.kind === "json";
  const rows = Math.min(12, Math.max(3, text.split("\n", 13).length));
  return html`<textarea
    id=${idOf(draft)}
    part="control"
    class=${isJson ? "code" : ""}
    rows=${rows}
    dir=${isJson ? "ltr" : "auto"}
    spellcheck=${isJson ? "false" : nothing}
    .value=${live(text)}
    ?disabled=${context.isDisabled}
    aria-required=${field.isRequired}
    aria-invalid=${invalid(draft, context)}
    aria-describedby=${describedBy(draft, context)}
    @input=${writes(draft, context)}
    @blur=${() => context.leave(draft)}
  ></textarea>`;
}

function checkbox(draft: LeafDraft, label: string, context: FormContext): TemplateResult {
  const changed = ({ target }: Event) =>
    context.write(draft, { isChecked: (target as HTMLInputElement).checked });
  return html`<div class="field" part="field">
    <label class="choice" part="field-label">
      <input id=${idOf(draft)} part="control" type="checkbox" .checked=${live(draft.isChecked)} ?disabled=${context.isDisabled}
        aria-invalid=${invalid(draft, context)} aria-describedby=${describedBy(draft, context)}
        @change=${changed} @blur=${() => context.leave(draft)} />
      <span>${labelText(draft, label, context)}</span>
    </label>
    ${hintOf(draft, context)}${errorOf(draft, context)}
  </div>`;
}

/** The index of the empty entry of a choice. */
const none = -1;

function select(
  draft: LeafDraft,
  options: readonly Option[],
  context: FormContext,
): TemplateResult {
  const { formChoose, formNone } = context.strings;
  const [chosen = none] = draft.chosen;
  const changed = ({ target }: Event) => {
    const index = Number((target as HTMLSelectElement).value);
    context.write(draft, { chosen: new Set(index === none ? [] : [index]) });
  };
  const option = (index: number, label: string) =>
    html`<option value=${index} .selected=${live(index === chosen)}>${label}</option>`;
  return html`<select id=${idOf(draft)} part="control" ?disabled=${context.isDisabled}
    aria-required=${draft.field.isRequired} aria-invalid=${invalid(draft, context)} aria-describedby=${describedBy(draft, context)}
    @change=${changed} @blur=${() => context.leave(draft)}
  >
    ${option(none, draft.field.isRequired ? formChoose : formNone)}
    ${options.map(({ label }, index) => option(index, label))}
  </select>`;
}

/** Radio buttons, or check boxes where several may be chosen. */
function buttons(
  draft: LeafDraft,
  options: readonly Option[],
  label: string,
  context: FormContext,
): TemplateResult {
  const { isRequired, kind } = draft.field;
  const isOne = kind === "choice";
  const entries = options.map((option, index) => ({ label: option.label, index }));
  const shown =
    isOne && !isRequired ? [...entries, { label: context.strings.formNone, index: none }] : entries;
  const button = (entry: (typeof entries)[number], at: number) => html`<label class="choice">
    <input id=${at === 0 ? idOf(draft) : nothing} part="control" type=${isOne ? "radio" : "checkbox"} name=${idOf(draft)}
      .checked=${live(isChosen(draft, entry.index))} ?disabled=${context.isDisabled}
      @change=${(event: Event) => context.write(draft, { chosen: chosenAfter(draft, entry.index, event) })} />
    <span>${entry.label}</span>
  </label>`;
  return html`<fieldset class="field" part="field" role=${isOne ? "radiogroup" : nothing}
    aria-required=${isOne ? isRequired : nothing} aria-invalid=${isOne ? invalid(draft, context) : nothing}
    aria-describedby=${describedBy(draft, context)} @focusout=${() => context.leave(draft)}
  >
    <legend part="field-label">${labelText(draft, label, context)}</legend>
    ${hintOf(draft, context)}
    <div class="choices">${shown.map(button)}</div>
    ${errorOf(draft, context)}
  </fieldset>`;
}

function isChosen({ chosen, isEdited, initial }: LeafDraft, index: number): boolean {
  if (index !== none) return chosen.has(index);
  return chosen.size === 0 && (isEdited || initial !== undefined);
}

function chosenAfter({ field, chosen }: LeafDraft, index: number, { target }: Event): Set<number> {
  const isOn = (target as HTMLInputElement).checked;
  if (field.kind === "choice") return new Set(index === none ? [] : [index]);
  const next = new Set(chosen);
  if (isOn) next.add(index);
  else next.delete(index);
  return next;
}

function writes(draft: LeafDraft, context: FormContext): (event: Event) => void {
  return ({ target }) =>
    context.write(draft, { text: (target as HTMLInputElement | HTMLTextAreaElement).value });
}
