import { html, LitElement, nothing, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { icon } from "../styles/icons.js";
import { shared } from "../styles/shared.js";
import { composerStyles } from "./chat-composer.styles.js";

/** The longest message that can be sent, in characters. */
const MAX_LENGTH = 20_000;

/** Where a message is written. Raises `send` with `{ text }`, and `stop`. */
export class ChatComposer extends LitElement {
  static override styles = [shared, composerStyles];
  static override properties = { running: { type: Boolean }, text: { state: true } };

  declare running: boolean;
  declare text: string;
  readonly #field = createRef<HTMLTextAreaElement>();

  constructor() {
    super();
    this.running = false;
    this.text = "";
  }

  override focus(): void {
    this.#field.value?.focus();
  }

  override render(): TemplateResult {
    const tooLong = this.text.length > MAX_LENGTH;
    const sendable = this.text.trim() !== "" && !tooLong;
    return html`<form @submit=${this.#submit}>
      <label class="visually-hidden" for="field">Message to the agent</label>
      <textarea
        id="field"
        rows="1"
        data-testid="composer"
        placeholder="Ask for something"
        enterkeyhint="send"
        autocomplete="off"
        aria-describedby=${tooLong ? "limit" : "keys"}
        aria-invalid=${tooLong}
        .value=${this.text}
        @input=${this.#input}
        @keydown=${this.#keydown}
        ${ref(this.#field)}
      ></textarea>
      ${
        this.running
          ? html`<button class="round stop" type="button" data-testid="stop" aria-label="Stop the agent" title="Stop the agent (Escape)" @click=${this.#stop}>${icon("stop")}</button>`
          : html`<button class="round" type="submit" data-testid="send" aria-label="Send" title="Send (Enter)" aria-disabled=${!sendable}>${icon("send")}</button>`
      }
      ${
        tooLong
          ? html`<p id="limit" role="alert">${this.text.length.toLocaleString("en")} characters; at most ${MAX_LENGTH.toLocaleString("en")} can be sent.</p>`
          : nothing
      }
      <span id="keys" class="visually-hidden">Enter sends, Shift and Enter starts a new line, Escape stops the agent.</span>
    </form>`;
  }

  override updated(): void {
    const field = this.#field.value;
    if (!field) return;
    // Grows with its text, up to the limit of the style sheet. (field-sizing is not everywhere yet.)
    field.style.blockSize = "auto";
    field.style.blockSize = `${field.scrollHeight}px`;
  }

  #input(event: InputEvent): void {
    this.text = (event.target as HTMLTextAreaElement).value;
  }

  #keydown(event: KeyboardEvent): void {
    // An Enter that ends an input method's composition belongs to the input method.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#send();
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    this.#send();
  }

  #send(): void {
    const text = this.text.trim();
    if (this.running || text === "" || text.length > MAX_LENGTH) return;
    this.text = "";
    this.dispatchEvent(
      new CustomEvent("send", { detail: { text }, bubbles: true, composed: true }),
    );
    this.focus();
  }

  #stop(): void {
    this.dispatchEvent(new Event("stop", { bubbles: true, composed: true }));
    this.focus();
  }
}

customElements.define("chat-composer", ChatComposer);
