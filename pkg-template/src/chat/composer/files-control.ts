import { html, nothing, type TemplateResult } from "lit";
import { read } from "../../codec/safe-read.js";
import type { ComposerStrings } from "../../texts/chat/composer-strings.js";
import { type Acceptance, acceptanceOf } from "./acceptance.js";
import type { Attachment, AttachmentFailure } from "./attachment.js";
import { type AttachmentActions, attachmentList } from "./attachment-list.js";
import { chooseFiles, type Offered, offeredFiles } from "./choose-files.js";
import type { CurrentDraft } from "./current-draft.js";
import { FileDrop } from "./file-drop.js";
import { icon } from "./icons.js";
import type { ComposerLimits } from "./limits.js";
import type { Messages } from "./messages.js";
import { failureText, refusalTexts } from "./refusal-texts.js";
import type { ComposerAgent, UploadFile } from "./types.js";

/** The parts of a composer that its files involve, as they are now. */
export interface FilesHost {
  readonly agent: ComposerAgent | undefined;
  readonly accept: string;
  readonly limits: ComposerLimits;
  readonly upload: UploadFile | undefined;
  readonly texts: ComposerStrings;
  readonly current: CurrentDraft;
  readonly messages: Messages;
  changed(): void;
  /** Focuses the text field. */
  focus(): void;
  /** Called before a file is removed, with its position: the focus goes to the next one. */
  removing(index: number): void;
}

/** The files of a composer: picked, pasted, dropped, shown and removed. */
export class FilesControl {
  readonly #hostNow: () => FilesHost;
  readonly #announced = new WeakSet<AttachmentFailure>();
  /** Handlers of the box that files are dropped on. */
  readonly drop: FileDrop;

  /** @param host returns the composer's parts as they are now. */
  constructor(host: () => FilesHost) {
    this.#hostNow = host;
    this.drop = new FileDrop({
      isOpen: () => this.#acceptance.isOpen,
      overChanged: (isOver) => {
        const { messages, texts, changed } = this.#host;
        if (isOver) messages.announce(texts.composerDrop);
        changed();
      },
      dropped: (files) => this.attach(files),
    });
  }

  get #host(): FilesHost {
    return this.#hostNow();
  }

  /** Attaches files as far as they are accepted, and shows which are not. */
  attach(offered: Offered): void {
    const { current, limits, messages, texts, upload } = this.#host;
    const { attachments } = current.draft;
    if (offered.count === 0) return;
    const acceptance = this.#acceptance;
    if (!acceptance.isOpen) {
      messages.errors = [texts.composerRefusedAll];
      return;
    }
    const choice = chooseFiles(offered, attachments.attached, { acceptance, limits });
    messages.errors = refusalTexts(choice, texts, limits);
    messages.notice = "";
    if (choice.files.length === 0) return;
    attachments.add(choice.files, upload);
    messages.announce(texts.composerFileCount(attachments.items.length));
  }

  /** Attaches files of a clipboard without plain text. Word processors and tables add a picture of their text. */
  readonly paste = (event: ClipboardEvent): void => {
    const { clipboardData } = event;
    if (!clipboardData || clipboardData.files.length === 0) return;
    if (clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    this.attach(offeredFiles(clipboardData.files));
  };

  /** Announces the files that have failed since it was last called. */
  announceFailures(): void {
    const { current, messages, texts } = this.#host;
    for (const { failure, name } of current.draft.attachments.items) {
      if (!failure || this.#announced.has(failure)) continue;
      this.#announced.add(failure);
      messages.announce(texts.composerFailed(name, failureText(failure, texts)));
    }
  }

  /** The attached files. */
  list(): TemplateResult | typeof nothing {
    const { current, texts } = this.#host;
    return attachmentList(current.draft.attachments.items, texts, this.#actions);
  }

  /** The button that opens the file picker; nothing where no files are accepted. */
  picker(): TemplateResult | typeof nothing {
    const { isOpen, picker } = this.#acceptance;
    if (!isOpen) return nothing;
    const { composerAttach } = this.#host.texts;
    return html`<button part="attach" class="round attach" type="button" aria-label=${composerAttach} title=${composerAttach} @click=${this.#openPicker}>${icon("attach")}</button
      ><input type="file" hidden multiple accept=${picker || nothing} @change=${this.#picked} />`;
  }

  /** The cover of the composer while files are dragged over it. */
  cover(): TemplateResult | typeof nothing {
    if (!this.drop.isOver) return nothing;
    const { composerDrop } = this.#host.texts;
    return html`<div part="drop" class="drop" aria-hidden="true">${composerDrop}</div>`;
  }

  get #acceptance(): Acceptance {
    const { agent, accept } = this.#host;
    return acceptanceOf(agent && read(agent, "capabilities"), accept);
  }

  readonly #openPicker = (event: Event): void => {
    const button = event.currentTarget as HTMLElement;
    (button.nextElementSibling as HTMLInputElement).click();
  };

  readonly #picked = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const files = [...(input.files ?? [])];
    // The same file can be picked again.
    input.value = "";
    this.attach(offeredFiles(files));
    this.#host.focus();
  };

  readonly #actions: AttachmentActions = {
    remove: (attachment: Attachment) => {
      const { current, messages, texts, removing } = this.#host;
      const { attachments } = current.draft;
      removing(attachments.items.indexOf(attachment));
      attachments.remove(attachment);
      messages.notice = "";
      messages.announce(texts.composerFileCount(attachments.items.length));
    },
    retry: (attachment: Attachment) => {
      this.#host.messages.notice = "";
      void attachment.load(this.#host.upload);
    },
  };
}
