import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ComposerStrings } from "../../texts/chat/composer-strings.js";
import type { Attachment } from "./attachment.js";
import { icon } from "./icons.js";
import { failureText } from "./refusal-texts.js";

/** What a person can do with an attached file. */
export interface AttachmentActions {
  remove(attachment: Attachment): void;
  retry(attachment: Attachment): void;
}

/** The list of attached files; nothing without any. */
export function attachmentList(
  items: readonly Attachment[],
  texts: ComposerStrings,
  actions: AttachmentActions,
): TemplateResult | typeof nothing {
  if (items.length === 0) return nothing;
  const each = (item: Attachment): TemplateResult => attachmentItem(item, texts, actions);
  return html`<ul class="files" part="files" role="list" aria-label=${texts.composerFiles}>${repeat(
    items,
    ({ id }) => id,
    each,
  )}</ul>`;
}

function attachmentItem(
  attachment: Attachment,
  texts: ComposerStrings,
  actions: AttachmentActions,
): TemplateResult {
  const { name, kind, preview, status, progress, file, failure } = attachment;
  return html`<li part=${failure ? "file file-failed" : "file"} class=${status}>
    <span class="sign">${preview ?? html`<span part="preview">${icon(kind)}</span>`}</span>
    <span class="facts">
      <span class="name"><bdi part="file-name">${name}</bdi></span>
      ${
        status === "loading"
          ? html`<progress part="progress" max="1" .value=${progress} aria-label=${texts.composerUploading(name)}></progress>`
          : html`<span part="file-state" class="state"><bdi>${failure ? failureText(failure, texts) : texts.composerSize(file.size)}</bdi></span>`
      }
    </span>
    ${
      attachment.isRetryable
        ? html`<button part="retry" class="icon" type="button" aria-label=${texts.composerRetry(name)} title=${texts.composerRetryShort} @click=${() => actions.retry(attachment)}>${icon("retry")}</button>`
        : nothing
    }
    <button part="remove" class="icon remove" type="button" aria-label=${texts.composerRemove(name)} @click=${() => actions.remove(attachment)}>${icon("remove")}</button>
  </li>`;
}
