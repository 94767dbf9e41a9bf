import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { tokens } from "../../look/tokens.js";
import { visuallyHidden } from "../../look/visually-hidden.js";
import { english } from "../../texts/chat/english.js";
import type { ChatStrings } from "../../texts/chat/strings.js";
import type { Strings } from "../../texts/strings.js";
import { AgentWatch } from "./agent-watch.js";
import { buttonsView } from "./buttons-view.js";
import { offeredFiles } from "./choose-files.js";
import { composerStyles } from "./composer.styles.js";
import { CurrentDraft } from "./current-draft.js";
import { DraftWriter, type WriterHost } from "./draft-writer.js";
import { FieldKeys, type KeysHost } from "./field-keys.js";
import { fieldView } from "./field-view.js";
import { filesStyles } from "./files.styles.js";
import { FilesControl, type FilesHost } from "./files-control.js";
import { type ComposerLimits, DEFAULT_COMPOSER_LIMITS, readComposerLimits } from "./limits.js";
import { Messages } from "./messages.js";
import { messagesStyles } from "./messages.styles.js";
import { RemovedFileFocus } from "./removed-file-focus.js";
import { Sending, type SendingHost } from "./sending.js";
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
  readonly #current = new CurrentDraft(this, () => this.#filesChanged());
  readonly #field = new TextField(this);
  readonly #messages = new Messages(() => this.requestUpdate());
  readonly #files = new FilesControl(() => this.#host);
  readonly #writer = new DraftWriter(() => this.#host);
  readonly #sending = new Sending(() => this.#host);
  readonly #keys = new FieldKeys(() => this.#host);
  readonly #removal = new RemovedFileFocus(this);
  readonly #watch = new AgentWatch(this, {
    agentChanged: () => this.#follow(),
    capabilitiesChanged: () => this.requestUpdate(),
    suggested: (suggestions) => {
      if (this.#current.suggest(suggestions)) this.requestUpdate();
    },
  });
  #isRunning = false;
  /** The part of the text's state that shows outside the text field. */
  #outline = "";

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
    this.#writer.write(String(text));
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

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#current.isStored = this.keepDrafts;
    if (changed.has("agent")) this.#watch.follow(this.agent ?? undefined);
    this.#follow();
    this.#outline = this.#outlineNow;
  }

  protected override updated(): void {
    this.#field.show(this.#current.draft.text);
  }

  protected override render(): TemplateResult {
    const texts = this.#texts;
    const { draft } = this.#current;
    const isTooLong = this.#isTooLong;
    const field = {
      field: this.#field,
      keys: this.#keys,
      files: this.#files,
      input: this.#writer.input,
    };
    const buttons = {
      isRunning: this.#isRunning,
      interrupts: this.interrupt,
      isBlocked: this.#sending.obstacle !== undefined,
      send: this.#send,
      stop: this.#stopPressed,
    };
    const suggestions =
      draft.suggestions.length > 0 ? draft.suggestions : readSuggestions(this.suggestions);
    const { over, left, dropped } = this.#files.drop;
    const tooLong = texts.composerTooLong(draft.text.length, this.#limits.maxTextLength);
    return html`<slot name="suggestions"></slot>
      ${suggestionList(suggestions, texts, this.#writer.choose)}
      <div part="box" class="box" @pointerdown=${this.#field.framePressed} @dragenter=${over} @dragover=${over} @dragleave=${left} @drop=${dropped}>
        ${this.#files.list()}
        <div class="row">${this.#files.picker()}${fieldView(field, texts, { isEmpty: draft.text === "", isTooLong })}${buttonsView(buttons, texts)}</div>
        ${this.#files.cover()}
      </div>
      ${isTooLong ? html`<div id="limit" part="limit" class="limit">${tooLong}</div>` : nothing}
      <div id="keys" class="visually-hidden">${texts.composerKeys}</div>
      ${this.#messages.view(texts)}`;
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

  /** The part of the text's state that shows outside the text field: a key press needs an update only if it changes. */
  get #outlineNow(): string {
    const { text } = this.#current.draft;
    const length = this.#isTooLong ? text.length : 0;
    return `${this.#sending.obstacle === undefined} ${text === ""} ${length}`;
  }

  #updateOutline(): void {
    if (this.#outlineNow !== this.#outline) this.requestUpdate();
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
    if (isOther || isTurn) this.requestUpdate();
    else this.#updateOutline();
  }

  readonly #send = (): void => {
    this.#follow();
    // Not without a focus: a virtual keyboard would open.
    if (this.shadowRoot?.activeElement) this.focus();
    void this.#sending.send();
  };

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
    else this.#messages.dismiss();
    return true;
  }

  #filesChanged(): void {
    this.#files.announceFailures();
    this.requestUpdate();
  }

  /** The state that the parts of the composer share, as it is now. */
  get #host(): FilesHost & SendingHost & WriterHost & KeysHost {
    return {
      agent: this.#agent,
      accept: this.accept ?? "",
      interrupts: this.interrupt,
      limits: this.#limits,
      upload: this.upload ?? undefined,
      texts: this.#texts,
      current: this.#current,
      field: this.#field,
      text: this.#current.draft.text,
      sent: () => this.#agent?.messages ?? [],
      messages: this.#messages,
      changed: () => this.requestUpdate(),
      focus: () => this.focus(),
      dispatchEvent: (event) => this.dispatchEvent(event),
      removing: (index) => this.#removal.removing(index),
      leaveHistory: () => this.#keys.leaveHistory(),
      follow: () => this.#follow(),
      typed: () => this.#updateOutline(),
      write: (text) => this.#writer.write(text),
      send: this.#send,
      escape: () => this.#escape(),
    };
  }
}

// The custom-elements manifest takes the parts from here.
export { COMPOSER_PARTS as AgUiComposerParts } from "./parts.js";

declare global {
  interface GlobalEventHandlersEventMap extends AgUiComposerEventMap {}
  interface HTMLElementTagNameMap {
    "ag-ui-composer": AgUiComposer;
  }
}
