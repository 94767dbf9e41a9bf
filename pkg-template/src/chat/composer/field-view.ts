import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import type { ComposerStrings } from "../../texts/chat/composer-strings.js";
import type { FieldKeys } from "./field-keys.js";
import type { FilesControl } from "./files-control.js";
import type { TextField } from "./text-field.js";

/** The parts of a composer that its text field works with. */
export interface FieldParts {
  readonly field: TextField;
  readonly keys: FieldKeys;
  readonly files: FilesControl;
  readonly input: (event: Event) => void;
}

/** The text field of a composer, with its label. */
export function fieldView(
  { field, keys, files, input }: FieldParts,
  texts: ComposerStrings,
  { isEmpty, isTooLong }: { readonly isEmpty: boolean; readonly isTooLong: boolean },
): TemplateResult {
  const { pressed, typing } = keys;
  return html`<label class="visually-hidden" for="field">${texts.composerLabel}</label
    ><textarea id="field" part="field" rows="1" enterkeyhint="send" autocomplete="off"
      placeholder=${texts.composerPlaceholder}
      dir=${isEmpty ? nothing : "auto"}
      aria-describedby=${isTooLong ? "limit notice keys" : "notice keys"}
      aria-invalid=${isTooLong ? "true" : "false"}
      @input=${input}
      @keydown=${pressed}
      @paste=${files.paste}
      @compositionstart=${typing.compositionStarted}
      @compositionend=${typing.compositionEnded}
      @focus=${field.focused}
      @blur=${field.blurred}
      ${ref(field.ref)}
    ></textarea>`;
}
