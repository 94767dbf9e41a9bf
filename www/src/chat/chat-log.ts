import type { AssistantMessage, Message } from "@ag-ui/core";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Activity } from "../activity/activity.js";
import { icon } from "../styles/icons.js";
import { shared } from "../styles/shared.js";
import { pictureEvents } from "../views/pictures.js";
import { toolView } from "../views/tool-view.js";
import { viewStyles } from "../views/views.styles.js";
import { logStyles } from "./chat-log.styles.js";
import { answersOf, messageText } from "./message-types.js";
import { richText } from "./rich-text.js";
import "./tool-line.js";

/** How near the end, in pixels, still counts as reading along. */
const NEAR_END = 96;

/** What ended a run early, in words. */
export interface RunNotice {
  readonly kind: "failed" | "stopped";
  readonly text: string;
  readonly detail?: string;
}

/** The conversation. Raises `retry`. Its slot is what an empty conversation shows. */
export class ChatLog extends LitElement {
  static override styles = [shared, viewStyles, logStyles];
  static override properties = {
    messages: { attribute: false },
    activities: { attribute: false },
    running: { type: Boolean },
    notice: { attribute: false },
  };

  declare messages: readonly Message[];
  declare activities: readonly Activity[];
  declare running: boolean;
  declare notice: RunNotice | undefined;
  #readingAlong = true;

  constructor() {
    super();
    this.messages = [];
    this.activities = [];
    this.running = false;
    this.addEventListener("scroll", () => {
      this.#readingAlong = this.#distanceToEnd() < NEAR_END;
    });
  }

  /** Nothing was said yet: the welcome is shown, from its beginning. */
  get #isEmpty(): boolean {
    return this.messages.length === 0 && !this.running && !this.notice;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    pictureEvents.addEventListener("change", this.#repaint);
    this.#resized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    pictureEvents.removeEventListener("change", this.#repaint);
    this.#resized.disconnect();
  }

  override render(): TemplateResult {
    // While a run goes on the log is busy: a screen reader then reads each message once, whole.
    return html`<div class="column">
      ${this.#isEmpty ? html`<slot></slot>` : nothing}
      <div role="log" aria-label="Conversation" aria-live="polite" aria-busy=${this.running} data-testid="conversation">
        ${repeat(
          this.messages,
          ({ id }) => id,
          (message) => this.#message(message),
        )}
        ${this.#waiting() ? html`<p class="thinking" data-testid="thinking"><span class="visually-hidden">The agent is thinking</span><i></i><i></i><i></i></p>` : nothing}
        ${this.notice ? this.#notice(this.notice) : nothing}
      </div>
    </div>`;
  }

  override updated(changed: PropertyValues<this>): void {
    const asked =
      changed.has("messages") &&
      this.messages.at(-1)?.role === "user" &&
      changed.get("messages")?.at(-1)?.role !== "user";
    if (asked || this.#isEmpty) this.#readingAlong = true;
    // Another scene and a new conversation begin with no messages.
    if (this.#isEmpty && changed.has("messages")) this.scrollTop = 0;
    this.#toEnd();
  }

  #toEnd(): void {
    if (this.#readingAlong && !this.#isEmpty) this.scrollTop = this.scrollHeight;
  }

  #message(message: Message): TemplateResult | typeof nothing {
    if (message.role === "user") {
      const text = messageText(message.content);
      // Without a tabindex a keyboard could not scroll a long one.
      return html`<div class="message user" data-testid="message-user">
        <span class="visually-hidden">You: </span>
        ${isLong(text) ? html`<p class="scroller" tabindex="0" role="group" aria-label="Your message">${text}</p>` : html`<p>${text}</p>`}
      </div>`;
    }
    if (message.role !== "assistant") return nothing;
    const text = messageText(message.content);
    const calls = this.#calls(message);
    if (text === "" && calls.length === 0) return nothing;
    return html`<div class="message agent" data-testid="message-agent">
      <span class="visually-hidden">Agent: </span>
      ${text === "" ? nothing : html`<div class="text" data-testid="message-text">${richText(text)}</div>`} ${calls}
    </div>`;
  }

  #calls(message: AssistantMessage): TemplateResult[] {
    const answers = answersOf(this.messages, message);
    return (message.toolCalls ?? []).map(({ id, function: { name } }) => {
      const activity = this.activities.findLast(({ toolCallId }) => toolCallId === id);
      const answer = answers.get(id);
      const result =
        activity?.result ??
        (answer?.error === undefined && answer ? messageText(answer.content) : undefined);
      return html`<div class="call">
        <tool-line .name=${name} .activity=${activity} .error=${answer?.error} .answered=${answer !== undefined}></tool-line>
        ${toolView(name, id, result) ?? nothing}
      </div>`;
    });
  }

  #notice({ kind, text, detail }: RunNotice): TemplateResult {
    if (kind === "stopped") return html`<p class="notice" data-testid="run-stopped">${text}</p>`;
    return html`<div class="notice failed" role="alert" data-testid="run-error">
      ${icon("alert", 18)}
      <p>${text}</p>
      ${detail ? html`<div class="detail scroller" tabindex="0" role="group" aria-label="Details">${detail}</div>` : nothing}
      <button class="button" data-testid="retry" @click=${() => this.dispatchEvent(new Event("retry", { bubbles: true, composed: true }))}>
        ${icon("retry", 14)} Retry
      </button>
    </div>`;
  }

  /** Nothing to see yet: neither words nor a call. */
  #waiting(): boolean {
    if (!this.running) return false;
    const last = this.messages.at(-1);
    return (
      last === undefined ||
      last.role === "user" ||
      last.role === "tool" ||
      (last.role === "assistant" && !last.content && !last.toolCalls?.length)
    );
  }

  readonly #repaint = () => this.requestUpdate();

  /** What is being read stays in view when a keyboard or a row of prompts takes room away. */
  readonly #resized = new ResizeObserver(() => this.#toEnd());

  #distanceToEnd(): number {
    return this.scrollHeight - this.scrollTop - this.clientHeight;
  }
}

/** Such a text would push everything else out of view. */
function isLong(text: string): boolean {
  return text.length > 600 || text.split("\n", 9).length > 8;
}

customElements.define("chat-log", ChatLog);
