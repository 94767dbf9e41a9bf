import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { start } from "../codec/truncate.js";
import type { AgUiAgent } from "../element/ag-ui-agent.js";
import { nextFrame } from "../look/frames.js";
import { withOwnStrings } from "../look/own-strings.js";
import { tokens } from "../look/tokens.js";
import { visuallyHidden } from "../look/visually-hidden.js";
import { english } from "../texts/english.js";
import type { Strings } from "../texts/strings.js";
import { visibleText } from "../visible-text/visible-text.js";
import { Announcer } from "./announcer.js";
import { chatStyles } from "./chat.styles.js";
import { ChatElement } from "./chat-element.js";
import type { AgUiComposer } from "./composer/composer.js";
import { ConversationState } from "./conversation-state.js";
import { drawerStyles } from "./drawer.styles.js";
import { allChatParts, exportedComposerParts } from "./exported-parts.js";
import { icon } from "./icons.js";
import { cards, markdown } from "./late-modules.js";
import { markdownStyles } from "./markdown/styles.js";
import { markdownViews } from "./markdown-views.js";
import { messageStyles } from "./message.styles.js";
import { MessageCommands } from "./message-commands.js";
import type { RowContext } from "./row-context.js";
import { RowFocus } from "./row-focus.js";
import { rowView } from "./row-view.js";
import { type Chunk, Rows } from "./rows.js";
import { ScrollFollower } from "./scroll-follower.js";
import { tailView } from "./tail-view.js";
import { cutAt, cutAtLast } from "./thread-cut.js";
import { ThreadWindow } from "./thread-window.js";
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
    chatStyles,
    drawerStyles,
  ];

  readonly #state = new ConversationState({
    changed: () => this.requestUpdate(),
    runStarted: () => {
      this.#hasBegun = true;
      this.#reader.begin();
      this.#announcer.say(this.#texts.chat.saidWorking);
    },
    runEnded: () => this.#reader.end(),
    toolCalled: (name) => this.#announcer.say(this.#texts.chat.saidTool(brief(name))),
    approvalNeeded: (title) => this.#announcer.alert(this.#texts.chat.saidApproval(brief(title))),
    interrupted: (message) =>
      this.#announcer.alert(this.#texts.chat.saidInterrupt(message && brief(message))),
    failed: ({ code, status }) => this.#announcer.alert(this.#texts.chat.failed(code, status)),
  });
  readonly #rows = new Rows();
  readonly #announcer = new Announcer(english.chat, () => this.requestUpdate());
  readonly #reader = new TurnReader(this.#rows, () => this.#state, this.#announcer);
  readonly #window = new ThreadWindow(() => this.requestUpdate());
  readonly #follower = new ScrollFollower(() => this.requestUpdate());
  readonly #rowFocus = new RowFocus();
  readonly #commands = this.#makeCommands();
  readonly #drawer = this.#makeDrawer();
  #texts: Strings = english;
  #context: RowContext | undefined;
  #threadId: string | undefined;
  /** How many rows there were when the person last saw the end. */
  #seen = 0;
  #lastAsked: string | undefined;
  /** True if a run has begun since the last update: it may have ended already. */
  #hasBegun = false;
  #focusKey: string | undefined;

  /** Moves the keyboard to the composer. */
  override focus(): void {
    const composer = this.#composer;
    if (composer) composer.focus();
    else this.#log?.focus();
  }

  /** Puts a text into the composer, for the person to send. */
  setDraft(text: string): void {
    this.#composer?.setDraft(text);
  }

  /** Shows the end of the conversation, and follows it. */
  scrollToEnd(): void {
    this.#follower.toEnd();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#follower.disconnect();
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
    this.#rows.update(this.#state.messages);
    this.#window.update(this.#rows.chunks.length, this.#follower.isFollowing);
    if (changesRows(changed) || !this.#isContextOfNow) this.#context = this.#makeContext();
    if (this.#follower.isFollowing) this.#seen = this.#rows.all.length;
    this.#seen = Math.min(this.#seen, this.#rows.all.length);
    this.#reader.read();
  }

  protected override update(changed: PropertyValues<this>): void {
    const anchor = this.#list?.firstElementChild ?? null;
    if (this.#window.takeGrowth()) this.#follower.keep(() => super.update(changed), anchor);
    else super.update(changed);
  }

  protected override render(): TemplateResult {
    const { chat } = this.#texts;
    return html`${this.#drawer.bar()}
      <div class=${this.threads ? "body with-threads" : "body"}>
        ${this.#drawer.view()}
        <div class="main" ?inert=${this.#drawer.covers}>
          <slot name="header"></slot>
          <div
            class="log ${this.#state.isRunning ? "running" : ""}"
            part="log"
            role="log"
            aria-live="off"
            aria-label=${chat.conversation}
            tabindex="-1"
            @focusin=${(event: FocusEvent) => this.#rowFocus.focused(event)}
            @keydown=${this.#keydown}
          >
            <div class="column">
              ${this.#isEmpty ? this.#emptyView() : nothing}
              ${this.#window.from > 0 ? html`<p class="earlier" part="earlier" aria-hidden="true"></p>` : nothing}
              <div class="list" part="list">${this.#chunksView()}</div>
              <div class="tail">${this.#tailView()}</div>
            </div>
          </div>
          ${this.#footView()}
        </div>
      </div>
      ${this.#announcer.render()}`;
  }

  protected override updated(): void {
    const log = this.#log;
    const list = this.#list;
    if (!log || !list) return;
    if (this.isConnected) this.#follower.connect(log, list.parentElement ?? list);
    if (this.isConnected) markdown.load(this.#markdownLoaded);
    if (this.agent) cards.load(ignore);
    const asked = this.#rows.all.findLast(({ message }) => message.role === "user")?.key;
    // Who sends a message wants to see what comes of it.
    const isRun = this.#state.isRunning || this.#hasBegun;
    if (asked !== this.#lastAsked && isRun) this.#follower.toEnd();
    else this.#follower.settle();
    this.#hasBegun = false;
    this.#lastAsked = asked;
    this.#takeFocus(list);
    this.#rowFocus.settle(list);
    this.#window.growSoon();
    this.#drawer.updated();
  }

  get #log(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(".log");
  }

  get #list(): HTMLElement | null {
    return this.renderRoot?.querySelector<HTMLElement>(".list") ?? null;
  }

  get #composer(): AgUiComposer | null {
    return this.renderRoot.querySelector("ag-ui-composer");
  }

  /** Whether rows are rendered as they would be now: once Markdown can be read, all are rendered anew. */
  get #isContextOfNow(): boolean {
    const context = this.#context;
    if (context?.agent !== this.agent) return false;
    return context !== undefined && (context.newMarkdown !== undefined || !markdown.now);
  }

  get #isEmpty(): boolean {
    const { messages, isRunning, failure } = this.#state;
    return messages.length === 0 && !isRunning && !failure;
  }

  #chunksView(): unknown {
    const context = this.#context as RowContext;
    const shown = this.#rows.chunks.slice(this.#window.from);
    return repeat(
      shown,
      ({ key }) => key,
      (chunk) => {
        const last = chunk.rows.at(-1);
        const revisions = chunk.rows.reduce((sum, { memory }) => sum + memory.revision, 0);
        const isOpen = last !== undefined && context.isStreaming(last);
        return guard([chunk, revisions, isOpen, context], () => chunkView(chunk, context));
      },
    );
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
      ...{
        agent: this.agent,
        state: this.#state,
        strings: this.#texts,
        showsUsage: this.showUsage,
      },
      toolsOfLastTurn: this.#state.failure ? (cutAtLast(this.#state.messages)?.tools ?? []) : [],
      retry: () => this.#commands.retry(),
      settle: (decision) => this.#commands.settle(decision),
    });
  }

  #footView(): TemplateResult {
    return html`<div class="foot" part="foot">
      ${this.#newestView()}
      <slot name="suggestions"></slot>
      <slot name="before-composer"></slot>
      ${this.agent ? this.#composerView(this.agent) : nothing}
      <slot name="after-composer"></slot>
      <slot name="footer"></slot>
    </div>`;
  }

  #newestView(): TemplateResult | typeof nothing {
    if (this.#follower.isFollowing || this.#isEmpty) return nothing;
    const count = this.#rows.all.length - this.#seen;
    return html`<button class="newest" part="newest" type="button" @click=${this.#showNewest}>
      ${icon("down")}<span>${this.#texts.chat.newest(count)}</span>
    </button>`;
  }

  #composerView(agent: AgUiAgent): TemplateResult {
    return html`<ag-ui-composer
      part="composer"
      exportparts=${exportedComposerParts}
      .agent=${agent}
      .strings=${this.#texts}
      .suggestions=${this.suggestions}
      .upload=${this.upload}
      .accept=${this.accept}
      .limits=${this.limits}
      .interrupt=${this.interrupt}
      .keepDrafts=${this.keepDrafts}
    ></ag-ui-composer>`;
  }

  protected override followed(agent: AgUiAgent | undefined): void {
    // Out of the document it keeps what it shows: it may only be on its way to another place.
    if (agent || this.isConnected) this.#state.follow(agent);
  }

  #beginThread(): void {
    this.#threadId = this.#state.threadId;
    this.#rows.clear();
    this.#announcer.clear();
    this.#window.clear();
    this.#seen = 0;
    this.#lastAsked = undefined;
    this.#follower.toEnd();
  }

  #takeFocus(list: HTMLElement): void {
    const key = this.#focusKey;
    this.#focusKey = undefined;
    if (key === undefined) return;
    const row = [...list.querySelectorAll<HTMLElement>("[data-row]")].find(
      (each) => each.dataset.row === key,
    );
    const wanted = row?.querySelector<HTMLElement>("[data-focus]") ?? row;
    wanted?.focus();
    if (wanted instanceof HTMLTextAreaElement)
      wanted.setSelectionRange(wanted.value.length, wanted.value.length);
  }

  readonly #showNewest = (): void => {
    this.#follower.toEnd();
    this.#focusList();
  };

  // Not the composer: on a telephone that would open the keyboard.
  readonly #focusList = (): void => this.#log?.focus({ preventScroll: true });

  readonly #keydown = (event: KeyboardEvent): void => {
    if (this.#list) this.#rowFocus.pressed(event, this.#list);
    const isRow = event.target instanceof HTMLElement && event.target.hasAttribute("data-row");
    if (event.key !== "Escape" || !isRow || event.defaultPrevented) return;
    // It does not also close the popup around the chat.
    event.preventDefault();
    this.focus();
  };

  readonly #markdownLoaded = (): void => this.requestUpdate();

  #makeContext(): RowContext {
    const { linkSchemes, highlight, math, allowImage } = this;
    const given = { linkSchemes, highlight, math, allowImage };
    const known = Object.entries(given).filter(([, value]) => value !== undefined);
    const options = { ...Object.fromEntries(known), strings: this.#texts };
    return {
      agent: this.agent,
      strings: this.#texts,
      newMarkdown: markdownViews(options),
      allowImage,
      hasFeedback: this.feedback,
      actions: this.#commands,
      isStreaming: ({ message }) => this.#state.isStreaming(message),
      seconds: ({ message }) => this.#state.reasoningSeconds(message.id),
      cutAt: ({ message }) => cutAt(this.#state.messages, message),
    };
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
      focusMessages: () => this.#focusList(),
    });
  }

  #makeCommands(): MessageCommands {
    const chat = this;
    return new MessageCommands({
      state: this.#state,
      get texts() {
        return chat.#texts.chat;
      },
      refresh: ({ key }, focus) => {
        if (focus) this.#focusKey = key;
        this.requestUpdate();
      },
      focusList: () => this.#focusList(),
      say: (text, isUrgent) => (isUrgent ? this.#announcer.alert(text) : this.#announcer.say(text)),
      announce: (type, detail) =>
        this.dispatchEvent(
          new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }),
        ),
    });
  }
}

function chunkView({ rows }: Chunk, context: RowContext): TemplateResult {
  return html`<div class="chunk">${repeat(
    rows,
    ({ key }) => key,
    (row) =>
      guard([row, row.memory.revision, context.isStreaming(row), context], () =>
        rowView(row, context),
      ),
  )}</div>`;
}

/** A stranger's text as it is read out: it can't be skipped, so it is short. */
const brief = (text: string): string => visibleText(start(text, 300));

/** The cards show themselves. */
const ignore = (): void => {};

const OF_ROWS = ["strings", "allowImage", "linkSchemes", "highlight", "math", "feedback"] as const;

function changesRows(changed: PropertyValues<AgUiChat>): boolean {
  return OF_ROWS.some((name) => changed.has(name));
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-ui-chat": AgUiChat;
  }
}
