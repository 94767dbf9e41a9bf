import {
  html,
  LitElement,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { Deliberate } from "../../approvals/card/deliberate.js";
import { controlStyles } from "../../approvals/styles/controls.styles.js";
import type { ThreadSummary } from "../../durable/thread-store.js";
import { report } from "../../events/report.js";
import { withOwnStrings } from "../../look/own-strings.js";
import { tokens } from "../../look/tokens.js";
import { visuallyHidden } from "../../look/visually-hidden.js";
import type { OwnStrings } from "../../texts/strings.js";
import type { ThreadsStrings } from "../../texts/threads/strings.js";
import type { ThreadMatch } from "../search/search-threads.js";
import type { ThreadList } from "../thread-list.js";
import { FollowedList } from "./followed-list.js";
import { GrowingCount } from "./growing-count.js";
import { headView } from "./head-view.js";
import { foundView, Notices, noticeView } from "./notice-view.js";
import { threadsParts } from "./parts.js";
import { questionView } from "./question-view.js";
import { RowEditing, type RowTask } from "./row-editing.js";
import { focusRow, RowKeys } from "./row-keys.js";
import { type RowActions, renamingView, rowView } from "./row-view.js";
import { rowStyles } from "./rows.styles.js";
import { SearchState } from "./search-state.js";
import { ThreadCommands } from "./thread-commands.js";
import type { ThreadKeeper } from "./thread-keeper.js";
import { threadsStyles } from "./threads.styles.js";

/** The parts of `<ag-ui-threads>`, for its manifest. */
export const AgUiThreadsParts = threadsParts;

/** The time after which relative times are rendered anew, in milliseconds. */
const MINUTE = 60_000;

/**
 * `<ag-ui-threads>`: the threads of a store as a list to open, rename, search, delete, export and import. It fills its box.
 *
 * @example
 * ```ts
 * const view = document.createElement("ag-ui-threads");
 * view.threads = keepThreads(agent);
 * document.body.append(view);
 * ```
 */
export class AgUiThreads extends LitElement {
  static override styles = [tokens, visuallyHidden, controlStyles, threadsStyles, rowStyles];
  static override properties: PropertyDeclarations = {
    threads: { attribute: false },
    current: {},
    strings: { attribute: false },
    stop: { attribute: false },
  };

  /**
   * The threads: of `keepThreads()`, which also opens them, or a `ThreadList`, with which the page opens them by the
   * event.
   */
  declare threads: ThreadKeeper | ThreadList | undefined;
  /** The id of the thread that is shown in the chat. */
  declare current: string | undefined;
  /** Texts of your own, or `german` of `ag-ui-lit/chat/german`. Those that are missing are in English. */
  declare strings: OwnStrings | undefined;
  /**
   * Stops what runs in a thread before it is deleted; returns true once it has stopped. Not for a `ThreadList`, which
   * has its own.
   */
  declare stop: ((threadId: string) => boolean | Promise<boolean>) | undefined;

  readonly #deliberate = new Deliberate(this);
  readonly #growing = new GrowingCount(() => this.requestUpdate());
  readonly #keys = new RowKeys({
    rename: (threadId) => this.#editing.begin(threadId, "rename"),
    remove: (threadId) => this.#editing.begin(threadId, "remove"),
  });
  readonly #notices = new Notices(
    () => this.requestUpdate(),
    () => this.focus(),
  );
  readonly #search = new SearchState(
    () => this.requestUpdate(),
    (failure) => {
      report(failure);
      this.#notices.show(this.#texts.failedRead, true);
    },
  );
  readonly #followed = new FollowedList(this, () => this.requestUpdate());
  readonly #commands = this.#makeCommands();
  readonly #actions = this.#makeActions();
  readonly #editing = new RowEditing(
    () => this.shadowRoot,
    () => {
      this.#deliberate.restart();
      this.requestUpdate();
    },
  );
  /** The keyboard is to go to the list, once it is read. */
  #wantsFocus = false;
  #said = "";
  #now = Date.now();
  #clock: ReturnType<typeof setInterval> | undefined;

  /**
   * Moves the keyboard to the current thread, else to the first; to the search field of an empty list. Waits until the
   * list is read.
   */
  override focus(): void {
    this.#wantsFocus = this.#list !== undefined && !this.#followed.isRead;
    if (this.#wantsFocus) return;
    const row = this.#editing.rowOf(this.current) ?? this.renderRoot.querySelector("[data-thread]");
    if (row?.querySelector(".open")) focusRow(row);
    else this.renderRoot.querySelector<HTMLElement>(".search")?.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Titles and messages of other threads are not for the agent, and neither are their buttons.
    this.toggleAttribute("data-ag-ui-ignore", true);
    this.#clock = setInterval(() => this.#tick(), MINUTE);
    this.#followed.follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#clock);
    this.#search.stop();
    this.#followed.unfollow();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("threads") && this.isConnected) this.#followed.follow();
    if (changed.has("threads")) this.#searchFor(this.#search.text);
    if (changed.has("current")) this.#followed.markSeen();
    this.#now = Date.now();
  }

  protected override update(changed: PropertyValues<this>): void {
    this.#editing.updating(() => super.update(changed));
  }

  protected override render(): TemplateResult {
    const strings = this.#texts;
    return html`${headView(strings, {
      search: this.#search.text,
      searched: (text) => this.#searchFor(text),
      entered: () => focusRow(this.renderRoot.querySelector("[data-thread]")),
      create: () => this.#commands.create(),
      exportAll: () => this.#commands.exportAll(),
      importFile: (file) => this.#commands.importFile(file),
    })}
      ${noticeView(this.#notices.of(this.#list, strings))}
      ${foundView(this.#found?.length, this.#search.isDone, strings)}
      <p class="visually-hidden" id="keys">${strings.keys}</p>
      ${this.#listView(strings)}
      <p class="visually-hidden" role="status">${this.#said}</p>`;
  }

  protected override updated(): void {
    const question = this.renderRoot.querySelector(".question");
    const actions = this.renderRoot.querySelector(".actions");
    this.#deliberate.watch(question && actions ? { question, actions } : undefined);
    const list = this.renderRoot.querySelector<HTMLElement>(".list");
    if (list) this.#keys.settle(list);
    this.#growing.growSoon(this.#rows.length);
    if (this.#wantsFocus && this.#followed.isRead) this.focus();
    this.#editing.updated();
  }

  #searchFor(text: string): void {
    // All threads, rendered again at once, would hold the page up.
    this.#growing.reset();
    this.#search.search(this.#list, text);
  }

  get #texts(): ThreadsStrings {
    return withOwnStrings(this.strings).threads;
  }

  /** The rows that are to be shown: all threads, or those that a search has found. */
  get #rows(): readonly (ThreadSummary | ThreadMatch)[] {
    return this.#found ?? this.#list?.threads ?? [];
  }

  /** The threads that a search has found, without those that were deleted since. */
  get #found(): readonly ThreadMatch[] | undefined {
    return this.#search.matches?.filter(({ thread }) => this.#followed.threadOf(thread.id));
  }

  get #list(): ThreadList | undefined {
    return this.#followed.list;
  }

  #listView(strings: ThreadsStrings): TemplateResult {
    const rows = this.#rows;
    const isEmpty = rows.length === 0 && !this.#search.matches && !this.#list?.failure;
    if (isEmpty) {
      const text = this.#followed.isRead ? strings.none : strings.loading;
      return html`<p class="empty" part="empty">${this.#list ? text : strings.none}</p>`;
    }
    return html`<ul
      class="list"
      part="list"
      role="list"
      aria-label=${strings.threads}
      aria-describedby="keys"
      @focusin=${this.#keys.focused}
      @keydown=${this.#keys.pressed}
    >
      ${repeat(
        rows.slice(0, this.#growing.count),
        (row) => summaryOf(row).id,
        (row) => this.#rowView(row, strings),
      )}
    </ul>`;
  }

  #rowView(row: ThreadSummary | ThreadMatch, strings: ThreadsStrings): unknown {
    const found = summaryOf(row);
    // A match has the summary of the time at which it was found.
    const thread = this.#followed.threadOf(found.id) ?? found;
    const task = this.#editing.taskOf(thread.id);
    if (task) return this.#taskView(task, thread, strings);
    const isCurrent = thread.id === this.current;
    const time = strings.time(thread.updatedAt, this.#now);
    const excerpt = "excerpt" in row && row.where === "message" ? row.excerpt : undefined;
    return guard([thread, isCurrent, time, excerpt, strings], () =>
      rowView({ thread, isCurrent, time, excerpt }, strings, this.#actions),
    );
  }

  #taskView(task: RowTask, thread: ThreadSummary, strings: ThreadsStrings): TemplateResult {
    if (task === "rename") return renamingView(thread, strings, this.#actions);
    return questionView(thread, strings, {
      deliberate: this.#deliberate,
      actions: this.#actions,
      confirmed: () => {
        this.#editing.leave(thread.id);
        void this.#commands.remove(thread);
      },
    });
  }

  #tick(): void {
    if (document.visibilityState !== "hidden") this.requestUpdate();
  }

  #makeActions(): RowActions {
    return {
      open: (thread) => {
        const match = this.#search.matches?.find((each) => each.thread.id === thread.id);
        void this.#commands.open(thread, match?.messageId);
      },
      rename: (threadId) => this.#editing.begin(threadId, "rename"),
      remove: (threadId) => this.#editing.begin(threadId, "remove"),
      renamed: (thread, title, isLeft) => {
        // The field is left, too, when it is taken away or moved.
        if (this.#editing.isUpdating || this.#editing.taskOf(thread.id) !== "rename") return;
        this.#editing.end(isLeft);
        void this.#commands.rename(thread, title);
      },
      settled: () => this.#editing.end(),
    };
  }

  #makeCommands(): ThreadCommands {
    return new ThreadCommands(this.#followed, {
      strings: () => this.#texts,
      announce: (type, detail) =>
        this.dispatchEvent(
          new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }),
        ),
      say: (text) => {
        this.#said = text;
        this.requestUpdate();
      },
      notice: (text, isFailure) => this.#notices.show(text, isFailure),
    });
  }
}

const summaryOf = (row: ThreadSummary | ThreadMatch): ThreadSummary =>
  "thread" in row ? row.thread : row;

declare global {
  interface HTMLElementTagNameMap {
    "ag-ui-threads": AgUiThreads;
  }
}

if (globalThis.customElements && !customElements.get("ag-ui-threads")) {
  customElements.define("ag-ui-threads", AgUiThreads);
}
