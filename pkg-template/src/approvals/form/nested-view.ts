import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Draft, GroupDraft, ListDraft } from "../../json-form/draft.js";
import { mayAdd } from "../../json-form/edit-list.js";
import { describedBy, errorOf, hintOf, labelText } from "./field-frame.js";
import { type FormContext, idOf } from "./form-context.js";

/** The fields of an object. The whole form needs no frame. */
export function groupView(draft: GroupDraft, label: string, context: FormContext): TemplateResult {
  const fields = draft.members.map(({ draft }) => context.view(draft));
  if (label === "") return html`${hintOf(draft, context)}${fields}${errorOf(draft, context)}`;
  return html`<fieldset class="group" part="group" id=${idOf(draft)} tabindex="-1" aria-describedby=${describedBy(draft, context)}>
    <legend part="field-label">${labelText(draft, label, context)}</legend>
    ${hintOf(draft, context)}${fields}${errorOf(draft, context)}
  </fieldset>`;
}

/** The items of a list, with buttons that add, remove and move them. */
export function listView(draft: ListDraft, label: string, context: FormContext): TemplateResult {
  const { strings, isDisabled } = context;
  const mayGrow = mayAdd(draft) && !isDisabled;
  return html`<fieldset class="group" part="group" aria-describedby=${describedBy(draft, context)}>
    <legend part="field-label">${labelText(draft, label, context)}</legend>
    ${hintOf(draft, context)}
    ${
      draft.items.length > 0
        ? html`<ol class="items" role="list">${repeat(
            draft.items,
            ({ id }) => id,
            (item, index) => itemView(draft, item, index, context),
          )}</ol>`
        : nothing
    }
    ${errorOf(draft, context)}
    <button class="button" part="button item-button" type="button" id=${idOf(draft)} aria-disabled=${!mayGrow}
      @click=${() => mayGrow && context.add(draft)}>${strings.formAdd(label)}</button>
  </fieldset>`;
}

function itemView(list: ListDraft, item: Draft, index: number, context: FormContext) {
  const { strings, isDisabled } = context;
  const number = index + 1;
  const id = idOf(item);
  const button = (name: string, text: string, sign: string, mayPress: boolean, press: () => void) =>
    html`<button class="button small" part="button item-button" type="button" id="${id}-${name}" aria-label=${text} title=${text}
      aria-disabled=${!mayPress} @click=${() => mayPress && press()}><span aria-hidden="true">${sign}</span></button>`;
  const isLast = number === list.items.length;
  return html`<li part="item">
    <div class="content">${context.view(item, strings.formItem(number))}</div>
    <div class="item-buttons">
      ${button("up", strings.formMoveUp(number), "↑", index > 0 && !isDisabled, () => context.move(list, index, -1))}
      ${button("down", strings.formMoveDown(number), "↓", !isLast && !isDisabled, () => context.move(list, index, 1))}
      ${button("remove", strings.formRemove(number), "×", !isDisabled, () => context.remove(list, index))}
    </div>
  </li>`;
}
