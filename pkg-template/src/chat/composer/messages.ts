import { html, nothing, type TemplateResult } from "lit";
import type { ComposerStrings } from "../../texts/chat/composer-strings.js";
import { icon } from "./icons.js";

/** The messages of a composer for the person: refused files at once, the rest when a screen reader has time. */
export class Messages {
  readonly #changed: () => void;
  #errors: readonly string[] = [];
  #notice = "";
  #announcement = "";

  /** @param changed is called after each change. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get hasErrors(): boolean {
    return this.#errors.length > 0;
  }

  /** The reasons why files were refused or a message was not sent. */
  set errors(errors: readonly string[]) {
    if (errors.length === 0 && this.#errors.length === 0) return;
    this.#errors = errors;
    this.#changed();
  }

  get notice(): string {
    return this.#notice;
  }

  /** The reason why nothing is sent now. */
  set notice(notice: string) {
    if (notice === this.#notice) return;
    this.#notice = notice;
    this.#changed();
  }

  /** Announces a text to screen readers only. */
  announce(text: string): void {
    this.#announcement = text;
    this.#changed();
  }

  /** Removes the errors. */
  readonly dismiss = (): void => {
    this.errors = [];
  };

  /** Removes everything that is shown. */
  clear(): void {
    this.errors = [];
    this.notice = "";
    this.#announcement = "";
  }

  /** Live regions are there before they have content: only then a screen reader reads it. */
  view(texts: ComposerStrings): TemplateResult {
    const errors = this.#errors.map((error) => html`<p>${error}</p>`);
    const { hasErrors } = this;
    return html`<div part="errors" class=${hasErrors ? "errors" : "errors none"}>
        <div role="alert">${errors}</div>
        ${hasErrors ? html`<button part="dismiss" class="icon" type="button" aria-label=${texts.composerDismiss} title=${texts.composerDismiss} @click=${this.dismiss}>${icon("remove")}</button>` : nothing}
      </div>
      <div id="notice" part="notice" role="status" class=${this.#notice ? "notice" : ""}>${this.#notice}</div>
      <div role="status" class="visually-hidden">${this.#announcement}</div>`;
  }
}
