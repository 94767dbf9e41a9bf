import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { messageText } from "../codec/message-text.js";
import type { AgUiAgent } from "../element/ag-ui-agent.js";
import { nextFrame } from "../look/frames.js";
import { withOwnStrings } from "../look/own-strings.js";
import { tokens } from "../look/tokens.js";
import { visuallyHidden } from "../look/visually-hidden.js";
import { english } from "../texts/english.js";
import type { Strings } from "../texts/strings.js";
import { agentReports, brief } from "./agent-reports.js";
import { Announcer } from "./announcer.js";
import { attachmentsStyles } from "./attachments.styles.js";
import { chatStyles } from "./chat.styles.js";
import { ChatElement } from "./chat-element.js";
import type { AgUiComposer } from "./composer/composer.js";
import { ConversationState } from "./conversation-state.js";
import { drawerStyles } from "./drawer.styles.js";
import { editorStyles } from "./editor.styles.js";
import { allChatParts } from "./exported-parts.js";
import { footView, type NewestButton } from "./foot-view.js";
import { cards, markdown } from "./late-modules.js";
import { isCurrent, makeRowContext } from "./make-row-context.js";
import { markdownStyles } from "./markdown/styles.js";
import { messageStyles } from "./message.styles.js";
import { MessageCommands } from "./message-commands.js";
import { MessageLog } from "./message-log.js";
import { reasoningStyles } from "./reasoning.styles.js";
import type { RowContext } from "./row-context.js";
import { runStyles } from "./run.styles.js";
import { joinChats, speakingChat } from "./speaking-chat.js";
import { tailView } from "./tail-view.js";
import { cutAtLast } from "./thread-cut.js";
import { ThreadsDrawer } from "./threads-drawer.js";
import { TurnReader } from "./turn-reader.js";

/** The parts of `<ag-ui-chat>`, for its manifest. */
export const AgUiChatParts = allChatParts;

/**
 * `<ag-ui-chat>`: a conversation with the agent of an `<ag-ui-agent>`. It fills its box.
 *
 * @slot header - Above the messages.
 * @slot empty - In place of the greeting of a conversation without messages.
 * @slot suggestions - Above the composer: suggestions of your own.
 * @slot before-composer - Directly above the composer.
 * @slot after-composer - Directly below the composer.
 * @slot footer - The lower edge, for a legal note.
 *
 * @example
 * ```html
 * <ag-ui-agent id="agent" url="/agent"></ag-ui-agent>
 * <ag-ui-chat for="agent"></ag-ui-chat>
 * <script type="module">
 *   import "ag-ui-lit/element";
 *   import "ag-ui-lit/chat";
 * </script>
 * ```
 */
export class AgUiChat extends ChatElement {
  static override styles = [
    tokens,
    visuallyHidden,
    markdownStyles,
    messageStyles,
    attachmentsStyles,
    editorStyles,
    reasoningStyles,
    chatStyles,
    runStyles,
    drawerStyles,
  ];

  readonly #announcer = new Announcer(
    english.chat,
    () => this.requestUpdate(),
    () => this.#mayReport,
  );
  readonly #state = new ConversationState({
    ...agentReports(this.#announcer, () => this.#texts.chat),
    changed: () => this.requestUpdate(),
    runStarted: () => {
      this.#log.runStarted();
      this.#reader.begin();
      this.#announcer.report(this.#texts.chat.saidWorking);
    },
    runEnded: () => this.#reader.end(),
  });
  readonly #log = this.#makeLog();
  readonly #reader = new TurnReader(this.#log.rows, () => this.#state, this.#announcer);
  readonly #commands = this.#makeCommands();
  readonly #drawer = this.#makeDrawer();
  #texts: Strings = english;
  #context: RowContext | undefined;
  #threadId: string | undefined;
  #leaveChats: (() => void) | undefined;

  /** Moves the keyboard to the composer. */
  override focus(): void {
    const composer = this.#composer;
    if (composer) composer.focus();
    else this.#log.element?.focus();
  }

  /** Puts a text into the composer, for the person to send. */
  setDraft(text: string): void {
    this.#composer?.setDraft(text);
  }

  /** Shows the end of the conversation, and follows it. */
  scrollToEnd(): void {
    this.#log.toEnd();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#log.disconnect();
    this.#state.pause();
    this.#drawer.disconnect();
    markdown.forget(this.#markdownLoaded);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  protected override async scheduleUpdate(): Promise<void> {
    // What changes together is rendered together: a model writes faster than a screen shows.
    if (this.hasUpdated) await nextFrame();
    super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("strings") || !this.hasUpdated) this.#texts = withOwnStrings(this.strings);
    this.#announcer.strings = this.#texts.chat;
    if (this.#threadId !== this.#state.threadId) this.#beginThread();
    this.#log.read();
    if (!isCurrent(this.#context, this, changed))
      this.#context = makeRowContext(this, this.#texts, this.#state, this.#commands);
    this.#reader.read();
  }

  protected override update(changed: PropertyValues<this>): void {
    this.#log.update(() => super.update(changed));
  }

  protected override render(): TemplateResult {
    const { conversation } = this.#texts.chat;
    const empty = this.#isEmpty ? this.#emptyView() : nothing;
    const context = this.#context as RowContext;
    return html`${this.#drawer.bar()}
      <div class=${this.threads ? "body with-threads" : "body"}>
        ${this.#drawer.view()}
        <div class="main" ?inert=${this.#drawer.covers}>
          <slot name="header"></slot>
          ${this.#log.view(conversation, context, empty, this.#tailView())}
          ${footView(this, this.#texts, this.#newest)}
        </div>
      </div>
      ${this.#announcer.render()}`;
  }

  protected override updated(): void {
    if (this.isConnected) markdown.load(this.#markdownLoaded);
    if (this.agent) cards.load(ignore);
    this.#log.updated(this.isConnected);
    this.#drawer.updated();
  }

  get #composer(): AgUiComposer | null {
    return this.renderRoot.querySelector("ag-ui-composer");
  }

  /** Whether this chat reports to the screen reader. One that is alone does so wherever it is. */
  get #mayReport(): boolean {
    return (speakingChat(this.#state.agent) ?? this) === this;
  }

  get #isEmpty(): boolean {
    const { messages, isRunning, failure } = this.#state;
    return messages.length === 0 && !isRunning && !failure;
  }

  get #newest(): NewestButton | undefined {
    if (this.#log.isFollowing || this.#isEmpty) return undefined;
    return { count: this.#log.unseen, press: this.#showNewest };
  }

  #emptyView(): TemplateResult {
    const { chat } = this.#texts;
    if (!this.agent) return html`<p class="empty" part="no-agent">${chat.noAgent}</p>`;
    return html`<slot name="empty"
      ><div class="empty" part="empty"><h2>${chat.emptyTitle}</h2><p>${chat.emptyText}</p></div></slot
    >`;
  }

  #tailView(): unknown {
    return tailView({
      agent: this.agent,
      state: this.#state,
      strings: this.#texts,
      showsUsage: this.showUsage,
      toolsOfLastTurn: this.#state.failure ? (cutAtLast(this.#state.messages)?.tools ?? []) : [],
      retry: () => this.#commands.retry(),
      settle: (decision) => this.#commands.settle(decision),
    });
  }

  protected override followed(agent: AgUiAgent | undefined): void {
    this.#leaveChats?.();
    this.#leaveChats = agent && joinChats(agent, this);
    // Out of the document it keeps what it shows: it may only be on its way to another place.
    if (agent || this.isConnected) this.#state.follow(agent);
  }

  #beginThread(): void {
    this.#threadId = this.#state.threadId;
    this.#announcer.clear();
    this.#log.begin();
  }

  readonly #showNewest = (): void => {
    this.#log.toEnd();
    this.#log.focus();
  };

  readonly #markdownLoaded = (): void => this.requestUpdate();

  #makeLog(): MessageLog {
    const chat = this;
    return new MessageLog({
      state: this.#state,
      get agent() {
        return chat.agent;
      },
      get root() {
        return chat.renderRoot;
      },
      changed: () => this.requestUpdate(),
      left: () => this.focus(),
      found: ({ message }) =>
        this.#announcer.say(this.#texts.chat.saidFound(brief(messageText(message.content)))),
    });
  }

  #makeDrawer(): ThreadsDrawer {
    const chat = this;
    return new ThreadsDrawer({
      get threads() {
        return chat.threads;
      },
      get agent() {
        return chat.agent;
      },
      get threadId() {
        return chat.#state.threadId;
      },
      get texts() {
        return chat.#texts;
      },
      get root() {
        return chat.renderRoot;
      },
      changed: () => this.requestUpdate(),
      focusComposer: () => this.focus(),
      focusMessages: () => this.#log.focus(),
      opening: (detail) => this.#log.opening(detail),
    });
  }

  #makeCommands(): MessageCommands {
    const chat = this;
    return new MessageCommands({
      state: this.#state,
      get texts() {
        return chat.#texts.chat;
      },
      refresh: (row, focus) => {
        if (focus) this.#log.focusRow(row);
        this.requestUpdate();
      },
      focusList: () => this.#log.focus(),
      say: (text, isUrgent) => (isUrgent ? this.#announcer.alert(text) : this.#announcer.say(text)),
      announce: (type, detail) =>
        this.dispatchEvent(
          new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }),
        ),
    });
  }
}

/** The cards show themselves. */
const ignore = (): void => {};

declare global {
  interface HTMLElementTagNameMap {
    "ag-ui-chat": AgUiChat;
  }
}
