import { html, nothing, type TemplateResult } from "lit";
import type { RowContext } from "./row-context.js";
import type { Row } from "./rows.js";

/** A message of the person that is edited, with what sending it replaces. */
export function messageEditor(row: Row, text: string, context: RowContext): TemplateResult {
  const { strings, actions } = context;
  const cut = context.cutAt(row);
  const submit = (form: HTMLFormElement): void => {
    const field = form.elements.namedItem("text") as HTMLTextAreaElement;
    actions.resend(row, field.value);
  };
  return html`<form
    class="editor"
    part="editor"
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      submit(event.currentTarget as HTMLFormElement);
    }}
    @keydown=${(event: KeyboardEvent) => {
      // What ends the composition of an input method belongs to the input method.
      if (event.isComposing) return;
      if (event.key === "Escape") {
        event.stopPropagation();
        actions.edit(row, false);
      } else if (
        event.key === "Enter" &&
        !event.shiftKey &&
        event.target instanceof HTMLTextAreaElement
      ) {
        event.preventDefault();
        submit(event.currentTarget as HTMLFormElement);
      }
    }}
  >
    <textarea name="text" part="editor-field" data-focus rows=${Math.min(12, text.split("\n", 12).length + 1)} aria-label=${strings.chat.editLabel} dir="auto" .value=${text}></textarea>
    ${
      cut && cut.lost > 0
        ? html`<p class="note" part="cut-note">${strings.chat.cutNote(cut.lost)} ${cut.tools.length > 0 ? strings.chat.cutTools(cut.tools) : nothing}</p>`
        : nothing
    }
    <div class="buttons">
      <button class="button" part="button" type="button" @click=${() => actions.edit(row, false)}>
        ${strings.chat.editCancel}
      </button>
      <button class="button primary needs-idle" part="button button-primary" type="submit">
        ${strings.chat.editSend}
      </button>
    </div>
  </form>`;
}
