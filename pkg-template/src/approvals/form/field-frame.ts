import { html, nothing, type TemplateResult } from "lit";
import type { Draft, LeafDraft } from "../../json-form/draft.js";
import { zoneHere } from "../../json-form/times.js";
import { markedText } from "../../look/marked-text.js";
import { visibleText } from "../../visible-text/visible-text.js";
import { type FormContext, idOf } from "./form-context.js";

/** A label's text, with a mark for an optional field. */
export function labelText(draft: Draft, label: string, { strings }: FormContext): TemplateResult {
  const mayBeEmpty = !draft.field.isRequired && draft.field.kind !== "boolean";
  return html`${markedText(label)}${mayBeEmpty ? html` <span class="optional">(${strings.formOptional})</span>` : nothing}`;
}

/** The text between a label and its control. */
export function hintOf(draft: Draft, context: FormContext): TemplateResult | typeof nothing {
  const texts = [draft.field.description, ...leafHints(draft, context)].filter(isText);
  if (texts.length === 0) return nothing;
  const lines = texts.map((text) => html`<span>${markedText(text)}</span>`);
  return html`<p class="hint" part="field-description" id="${idOf(draft)}-hint">${lines}</p>`;
}

function leafHints(draft: Draft, { strings }: FormContext): (string | undefined)[] {
  if (draft.kind !== "leaf") return [];
  const { field, input, text, zone } = draft;
  const hasZone = input === "time" || input === "datetime-local";
  const shown = field.kind === "text" ? visibleText(text) : text;
  return [
    field.kind === "json" ? strings.formJson : undefined,
    hasZone
      ? strings.formZone(zone ?? zoneHere(text === "" ? new Date() : dateOf(draft)))
      : undefined,
    // An input shows its value, but not the invisible characters in it.
    shown === text ? undefined : strings.formHidden(shown),
  ];
}

function dateOf({ input, text }: LeafDraft): Date {
  return input === "time" ? new Date() : new Date(text);
}

/** The errors of a field. */
export function errorOf(draft: Draft, context: FormContext): TemplateResult | typeof nothing {
  const errors = context.errorsOf(draft);
  if (errors.length === 0) return nothing;
  const lines = errors.map((text) => html`<span>${markedText(text)}</span>`);
  return html`<p class="error" part="field-error" id="${idOf(draft)}-error">${lines}</p>`;
}

/** The value of `aria-describedby` of a field's control. */
export function describedBy(draft: Draft, context: FormContext): string | typeof nothing {
  const id = idOf(draft);
  const ids = [
    hintOf(draft, context) === nothing ? undefined : `${id}-hint`,
    context.errorsOf(draft).length === 0 ? undefined : `${id}-error`,
  ].filter(isText);
  return ids.length === 0 ? nothing : ids.join(" ");
}

/** The value of `aria-invalid` of a field's control. */
export function invalid(draft: Draft, context: FormContext): "true" | typeof nothing {
  return context.errorsOf(draft).length > 0 ? "true" : nothing;
}

function isText(text: string | undefined): text is string {
  return text !== undefined;
}
