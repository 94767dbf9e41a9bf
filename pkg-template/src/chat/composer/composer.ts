import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { tokens } from "../../look/tokens.js";
import { visuallyHidden } from "../../look/visually-hidden.js";
import { english } from "../../texts/chat/english.js";
import type { ChatStrings } from "../../texts/chat/strings.js";
import type { Strings } from "../../texts/strings.js";
import { AgentWatch } from "./agent-watch.js";
import { offeredFiles } from "./choose-files.js";
import { composerStyles } from "./composer.styles.js";
import { contentOf } from "./content.js";
import { CurrentDraft } from "./current-draft.js";
import { FieldKeys, type KeysHost } from "./field-keys.js";
import { filesStyles } from "./files.styles.js";
import { FilesControl, type FilesHost } from "./files-control.js";
import { icon } from "./icons.js";
import { type ComposerLimits, DEFAULT_COMPOSER_LIMITS, readComposerLimits } from "./limits.js";
import { Messages } from "./messages.js";
import { messagesStyles } from "./messages.styles.js";
import { obstacleTo } from "./obstacle.js";
import { sendDraft } from "./send-draft.js";
import { suggestionList } from "./suggestion-list.js";
import { readSuggestions } from "./suggestions.js";
import { suggestionsStyles } from "./suggestions.styles.js";
import { TextField } from "./text-field.js";
import type { ComposerAgent, ComposerSend, Suggestion, UploadFile } from "./types.js";

/** The events of `<ag-ui-composer>`. They bubble and are composed. */
export interface AgUiComposerEventMap {
  /**
   * A person sends a message. Cancelable: then nothing is sent and the draft stays; a page that sends the message itself calls
   * `clear()`.
   */
  "ag-ui-composer-send": CustomEvent<ComposerSend>;
}

/**
 * `<ag-ui-composer>`: where a person writes to an agent, with attached files, drafts and suggestions. `<ag-ui-chat>` contains one.
 *
 * @example
 * ```ts
 * const composer = document.createElement("ag-ui-composer");
 * composer.agent = document.querySelector("ag-ui-agent");
 * composer.accept = "image/*,.pdf";
 * document.body.append(composer);
 * ```
 *
 * @slot suggestions - Suggestions of the page's own, above the text field.
 */
export class AgUiComposer extends LitElement {
  static override styles = [
    tokens,
    visuallyHidden,
    composerStyles,
    filesStyles,
    suggestionsStyles,
    messagesStyles,
  ];
  static override properties = {
    agent: { attribute: false },
    strings: { attribute: false },
    suggestions: { attribute: false },
    upload: { attribute: false },
    accept: {},
    limits: { attribute: false, noAccessor: true },
    interrupt: { type: Boolean },
    keepDrafts: { type: Boolean, attribute: "keep-drafts" },
  };

  /** The agent that the messages are for. */
  declare agent: ComposerAgent | null | undefined;
  /** The texts; English by default. */
  declare strings: Strings | null | undefined;
  /** Suggested messages, as texts or with a label of their own. The backend's suggestions take their place. */
  declare suggestions: readonly (string | Suggestion)[] | null | undefined;
  /** Uploads an attached file. By default files are sent with the message, as base64. */
  declare upload: UploadFile | null | undefined;
  /** The files that may be attached, as of `<input type="file">`. By default those that the agent's capabilities name. */
  declare accept: string;
  /** Whether messages may be sent while the agent runs: they stop what it does. */
  declare interrupt: boolean;
  /** Whether drafts are kept in `sessionStorage`, and so survive a reload. */
  declare keepDrafts: boolean;

  #limits: Readonly<ComposerLimits> = DEFAULT_COMPOSER_LIMITS;
  readonly #current = new CurrentDraft(() => this.#filesChanged());
  readonly #field = new TextField();
  readonly #messages = new Messages(() => this.requestUpdate());
  readonly #files = new FilesControl(() => this.#filesHost);
  readonly #keys = new FieldKeys(this.#keysHost);
  readonly #watch = new AgentWatch(this, {
    agentChanged: () => this.#follow(),
    capabilitiesChanged: () => this.requestUpdate(),
    suggested: (suggestions) => this.#suggested(suggestions),
  });
  #isRunning = false;
  /** The suggestion that the text was taken from. */
  #chosen = "";
  /** What of the text shows outside the text field. */
  #outline = "";
  /** The element that has the focus before an update, and the place of a removed file. */
  #focused: Element | null = null;
  #removed: number | undefined;

  constructor() {
    super();
    this.accept = "";
    this.interrupt = false;
    this.keepDrafts = false;
  }

  /** The most that a message may hold; see `ComposerLimits`. */
  get limits(): Readonly<ComposerLimits> {
    return this.#limits;
  }

  set limits(limits: Partial<ComposerLimits> | null | undefined) {
    this.#limits = readComposerLimits(limits);
    this.requestUpdate();
  }

  /** Focuses the text field. */
  override focus(options?: FocusOptions): void {
    this.#field.focus(options);
  }

  /** Replaces the text of the current thread's draft. Attached files stay. */
  setDraft(text: string): void {
    this.#keys.leaveHistory();
    this.#write(String(text));
  }

  /** Attaches files, as if a person had dropped them: a file that is not accepted or too large is refused. */
  attach(files: ArrayLike<File>): void {
    this.#files.attach(offeredFiles(files));
  }

  /** Empties the draft and removes its files. */
  clear(): void {
    this.#current.draft.attachments.clear();
    this.#messages.clear();
    this.setDraft("");
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("pagehide", this.#current.flush);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("pagehide", this.#current.flush);
    this.#field.blurred();
    this.#current.flush();
    // An element that is only moved is connected again by then.
    queueMicrotask(() => {
      if (!this.isConnected) this.#current.stopUploads();
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#focused = this.shadowRoot?.activeElement ?? null;
    this.#current.isStored = this.keepDrafts;
    if (changed.has("agent")) this.#watch.follow(this.agent ?? undefined);
    this.#follow();
    this.#outline = this.#outlineNow;
  }

  protected override updated(): void {
    this.#field.show(this.#current.draft.text);
    const focused = this.#focused;
    this.#focused = null;
    if (!focused || focused.isConnected || this.shadowRoot?.activeElement) return;
    const next = this.shadowRoot?.querySelectorAll<HTMLElement>(".remove")[this.#removed ?? -1];
    (next ?? this).focus();
  }

  protected override render(): TemplateResult {
    const texts = this.#texts;
    const { draft } = this.#current;
    const suggestions =
      draft.suggestions.length > 0 ? draft.suggestions : readSuggestions(this.suggestions);
    const { over, left, dropped } = this.#files.drop;
    const tooLong = texts.composerTooLong(draft.text.length, this.#limits.maxTextLength);
    return html`<slot name="suggestions"></slot>
      ${suggestionList(suggestions, texts, this.#choose)}
      <div part="box" class="box" @pointerdown=${this.#pressed} @dragenter=${over} @dragover=${over} @dragleave=${left} @drop=${dropped}>
        ${this.#files.list()}
        <div class="row">${this.#files.picker()}${this.#textArea()}${this.#buttons()}</div>
        ${this.#files.cover()}
      </div>
      ${this.#isTooLong ? html`<div id="limit" part="limit" class="limit">${tooLong}</div>` : nothing}
      <div id="keys" class="visually-hidden">${texts.composerKeys}</div>
      ${this.#messages.view(texts, this.#dismiss)}`;
  }

  #textArea(): TemplateResult {
    const texts = this.#texts;
    const isTooLong = this.#isTooLong;
    const { pressed, typing } = this.#keys;
    return html`<label class="visually-hidden" for="field">${texts.composerLabel}</label
      ><textarea id="field" part="field" rows="1" enterkeyhint="send" autocomplete="off"
        placeholder=${texts.composerPlaceholder}
        dir=${this.#current.draft.text === "" ? nothing : "auto"}
        aria-describedby=${isTooLong ? "limit notice keys" : "notice keys"}
        aria-invalid=${isTooLong ? "true" : "false"}
        @input=${this.#input}
        @keydown=${pressed}
        @paste=${this.#files.paste}
        @compositionstart=${typing.compositionStarted}
        @compositionend=${typing.compositionEnded}
        @focus=${this.#field.focused}
        @blur=${this.#field.blurred}
        ${ref(this.#field.ref)}
      ></textarea>`;
  }

  #buttons(): TemplateResult {
    const { stop, composerSend } = this.#texts;
    const isBlocked = this.#obstacle !== undefined;
    const stopButton = html`<button part="stop" class="round stop" type="button" aria-label=${stop} title=${stop} @click=${this.#stopPressed}>${icon("stop")}</button>`;
    const sendButton = html`<button part="send" class="round send" type="button" aria-label=${composerSend} title=${composerSend} aria-disabled=${isBlocked ? "true" : "false"} @mousedown=${keepFocus} @click=${this.#send}>${icon("send")}</button>`;
    return html`${this.#isRunning ? stopButton : nothing}${!this.#isRunning || this.interrupt ? sendButton : nothing}`;
  }

  get #texts(): ChatStrings {
    return this.strings?.chat ?? english;
  }

  /** The agent, once it can be used: an element may be defined later. */
  get #agent(): ComposerAgent | undefined {
    const { agent } = this;
    return typeof agent?.sendMessage === "function" ? agent : undefined;
  }

  get #isTooLong(): boolean {
    return this.#current.draft.text.length > this.#limits.maxTextLength;
  }

  /** Why the draft can't be sent now. */
  get #obstacle(): string | undefined {
    return obstacleTo(this.#current.draft, this.#agent, this.interrupt, this.#limits, this.#texts);
  }

  /** What shows outside the text field: only when it changes, a key press needs an update. */
  get #outlineNow(): string {
    const { text } = this.#current.draft;
    const length = this.#isTooLong ? text.length : 0;
    return `${this.#obstacle === undefined} ${text === ""} ${length}`;
  }

  /** Shows the thread and the state of the agent as they are now. */
  #follow(): void {
    const agent = this.#agent;
    const isRunning = agent?.isRunning ?? false;
    const isOther = this.#current.follow(agent);
    if (isOther) {
      this.#keys.leaveHistory();
      this.#messages.clear();
    }
    const isTurn = isRunning !== this.#isRunning;
    if (isTurn) this.#messages.notice = "";
    this.#isRunning = isRunning;
    if (isOther || isTurn || this.#outlineNow !== this.#outline) this.requestUpdate();
  }

  #suggested(suggestions: readonly Suggestion[]): void {
    const { draft } = this.#current;
    if (suggestions.length === 0 && draft.suggestions.length === 0) return;
    draft.suggestions = suggestions;
    this.requestUpdate();
  }

  readonly #choose = ({ prompt }: Suggestion): void => {
    const { text } = this.#current.draft;
    const isReplaceable = text.trim() === "" || text === this.#chosen;
    this.#keys.leaveHistory();
    this.#write(isReplaceable ? prompt : `${text}\n${prompt}`);
    this.#chosen = isReplaceable ? prompt : "";
    this.focus();
  };

  /** Writes a text that the person has not typed. */
  #write(text: string): void {
    this.#current.write(text);
    this.#field.show(text);
    this.#messages.notice = "";
    this.requestUpdate();
  }

  readonly #input = (event: Event): void => {
    this.#current.write((event.target as HTMLTextAreaElement).value);
    this.#field.fit();
    this.#messages.notice = "";
    if (this.#outlineNow !== this.#outline) this.requestUpdate();
  };

  readonly #send = async (): Promise<void> => {
    this.#follow();
    // Not without a focus: a virtual keyboard would open.
    if (this.shadowRoot?.activeElement) this.focus();
    const obstacle = this.#obstacle;
    const agent = this.#agent;
    if (obstacle !== undefined || !agent) {
      this.#messages.notice = obstacle ?? "";
      return;
    }
    const { draft } = this.#current;
    const content = contentOf(draft);
    if (!this.#mayBeSent({ content })) return;
    this.#keys.leaveHistory();
    this.#messages.clear();
    const sending = sendDraft(draft, content, agent);
    this.#current.stored(draft);
    this.#follow();
    this.requestUpdate();
    const failure = await sending;
    if (failure === undefined) return;
    this.#current.stored(draft);
    if (failure !== "" && draft === this.#current.draft) {
      this.#messages.errors = [this.#texts.composerNotSent(failure)];
    }
    this.requestUpdate();
  };

  #mayBeSent(detail: ComposerSend): boolean {
    const options = { detail, bubbles: true, composed: true, cancelable: true };
    return this.dispatchEvent(new CustomEvent("ag-ui-composer-send", options));
  }

  readonly #stopPressed = (event: MouseEvent): void => {
    // The second click of a double click on the send button, which was in this place.
    if (event.detail > 1) return;
    this.#stop();
    this.focus();
  };

  #stop(): void {
    this.#agent?.abort();
    this.#follow();
  }

  #escape(): boolean {
    if (!this.#isRunning && !this.#messages.hasErrors) return false;
    if (this.#isRunning) this.#stop();
    else this.#dismiss();
    return true;
  }

  readonly #dismiss = (): void => {
    this.#messages.errors = [];
  };

  #filesChanged(): void {
    this.#files.announceFailures();
    this.requestUpdate();
  }

  /** A press on the frame is meant for the text field. */
  readonly #pressed = (event: PointerEvent): void => {
    if (!(event.target as Element).matches(".box, .row")) return;
    event.preventDefault();
    this.focus();
  };

  get #filesHost(): FilesHost {
    return {
      agent: this.#agent,
      accept: this.accept ?? "",
      limits: this.#limits,
      upload: this.upload ?? undefined,
      texts: this.#texts,
      attachments: this.#current.draft.attachments,
      messages: this.#messages,
      changed: () => this.requestUpdate(),
      focus: () => this.focus(),
      removing: (index) => {
        this.#removed = index;
      },
    };
  }

  get #keysHost(): KeysHost {
    const composer = this;
    return {
      get text() {
        return composer.#current.draft.text;
      },
      get messages() {
        return composer.#agent?.messages ?? [];
      },
      write: (text) => this.#write(text),
      send: () => void this.#send(),
      escape: () => this.#escape(),
    };
  }
}

/** A pressed button leaves the focus in the text field, so that a virtual keyboard stays open. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

// The custom-elements manifest takes the parts from here.
export { COMPOSER_PARTS as AgUiComposerParts } from "./parts.js";

declare global {
  interface GlobalEventHandlersEventMap extends AgUiComposerEventMap {}
  interface HTMLElementTagNameMap {
    "ag-ui-composer": AgUiComposer;
  }
}
