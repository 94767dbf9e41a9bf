import { html, nothing, type TemplateResult } from "lit";
import type { AgUiAgent } from "../element/ag-ui-agent.js";
import { chunksView } from "./chunks-view.js";
import type { ConversationState } from "./conversation-state.js";
import type { FoundMessage, Opening } from "./found-message.js";
import { threadList } from "./late-modules.js";
import { pendingCard } from "./pending-card.js";
import type { RowContext } from "./row-context.js";
import { RowFocus, rowElement } from "./row-focus.js";
import { type Row, Rows } from "./rows.js";
import { ScrollFollower } from "./scroll-follower.js";
import { ThreadWindow } from "./thread-window.js";

/** The chat around a list of messages. */
interface LogHost {
  readonly agent: AgUiAgent | undefined;
  readonly state: ConversationState;
  readonly root: ParentNode | undefined;
  changed(): void;
  /** The person leaves the list: Escape was pressed on a message. */
  left(): void;
  /** A message that was searched for is in view. */
  found(row: Row): void;
}

/** The list of messages: its rows, the part of them that is rendered, its scrolling, and the keyboard in it. */
export class MessageLog {
  readonly rows = new Rows();
  readonly #host: LogHost;
  readonly #window: ThreadWindow;
  readonly #follower: ScrollFollower;
  readonly #focus = new RowFocus();
  /** The number of rows when the person last saw the end. */
  #seen = 0;
  #lastAsked: string | undefined;
  /** True if a run has begun since the last update: it may have ended already. */
  #hasBegun = false;
  #focusKey: string | undefined;
  #found: FoundMessage | undefined;

  constructor(host: LogHost) {
    this.#host = host;
    const changed = (): void => host.changed();
    this.#window = new ThreadWindow(changed);
    this.#follower = new ScrollFollower(changed, () => pendingCard(this.#list, host.agent));
  }

  get isFollowing(): boolean {
    return this.#follower.isFollowing;
  }

  /** The number of rows below the end that the person last saw. */
  get unseen(): number {
    return this.rows.all.length - this.#seen;
  }

  /** The element that scrolls. */
  get element(): HTMLElement | null {
    return this.#host.root?.querySelector<HTMLElement>(".log") ?? null;
  }

  get #list(): HTMLElement | null {
    return this.#host.root?.querySelector<HTMLElement>(".list") ?? null;
  }

  /** A run has begun. */
  runStarted(): void {
    this.#hasBegun = true;
    this.#found?.forget();
  }

  /** Begins with another thread. */
  begin(): void {
    this.rows.clear();
    this.#window.clear();
    this.#seen = 0;
    this.#lastAsked = undefined;
    this.#found?.begin();
    this.#follower.toEnd();
  }

  /** Takes the messages as they are now. To be called before each update. */
  read(): void {
    const { state } = this.#host;
    this.rows.update(state.messages);
    this.#window.update(this.rows.chunks.length, this.#follower.isFollowing);
    if (this.#follower.isFollowing) this.#seen = this.rows.all.length;
    this.#seen = Math.min(this.#seen, this.rows.all.length);
    this.#found?.look();
  }

  /** Runs an update of the chat. Rows that it adds above do not move what the person reads. */
  update(work: () => void): void {
    const anchor = this.#list?.firstElementChild ?? null;
    if (this.#window.takeGrowth()) this.#follower.keep(work, anchor);
    else work();
  }

  view(label: string, context: RowContext, empty: unknown, tail: unknown): TemplateResult {
    const { from } = this.#window;
    return html`<div
      class="log ${this.#host.state.isRunning ? "running" : ""}"
      part="log"
      role="log"
      aria-live="off"
      aria-label=${label}
      tabindex="-1"
      @focusin=${(event: FocusEvent) => this.#focus.focused(event)}
      @keydown=${this.#keydown}
    >
      <div class="column">
        ${empty}
        ${from > 0 ? html`<p class="earlier" part="earlier" aria-hidden="true"></p>` : nothing}
        <div class="list" part="list">${chunksView(this.rows.chunks.slice(from), context)}</div>
        <div class="tail">${tail}</div>
      </div>
    </div>`;
  }

  /** To be called after each update. */
  updated(isConnected: boolean): void {
    const log = this.element;
    const list = this.#list;
    if (!log || !list) return;
    if (isConnected) this.#follower.connect(log, list.parentElement ?? list);
    const asked = this.rows.all.findLast(({ message }) => message.role === "user")?.key;
    // A person who sends a message wants to see the answer.
    const isRun = this.#host.state.isRunning || this.#hasBegun;
    if (asked !== this.#lastAsked && isRun) this.#follower.toEnd();
    else this.#follower.settle();
    this.#hasBegun = false;
    this.#lastAsked = asked;
    this.#takeFocus(list);
    this.#focus.settle(list);
    this.#found?.updated(list);
    this.#window.growSoon();
  }

  disconnect(): void {
    this.#follower.disconnect();
  }

  /** A thread is about to be opened from the list, which comes with what shows a message that was found. */
  opening(opening: Opening): void {
    this.#found ??= this.#newFound();
    this.#found?.want(opening);
  }

  /** Shows the end of the conversation, and follows it. */
  toEnd(): void {
    this.#follower.toEnd();
  }

  /** Not the composer: on a telephone that would open the keyboard. */
  readonly focus = (): void => this.element?.focus({ preventScroll: true });

  /** Has a row focused with the next update, or the element in it that asks for the keyboard. */
  focusRow({ key }: Row): void {
    this.#focusKey = key;
  }

  #newFound(): FoundMessage | undefined {
    const host = this.#host;
    return (
      threadList.now &&
      new threadList.now.FoundMessage({
        rows: this.rows,
        window: this.#window,
        follower: this.#follower,
        get threadId() {
          return host.state.threadId;
        },
        changed: () => host.changed(),
        shown: (row) => host.found(row),
      })
    );
  }

  #takeFocus(list: HTMLElement): void {
    const key = this.#focusKey;
    this.#focusKey = undefined;
    if (key === undefined) return;
    const row = rowElement(list, key);
    const wanted = row?.querySelector<HTMLElement>("[data-focus]") ?? row;
    wanted?.focus();
    if (wanted instanceof HTMLTextAreaElement)
      wanted.setSelectionRange(wanted.value.length, wanted.value.length);
  }

  readonly #keydown = (event: KeyboardEvent): void => {
    if (this.#list) this.#focus.pressed(event, this.#list);
    const isRow = event.target instanceof HTMLElement && event.target.hasAttribute("data-row");
    if (event.key !== "Escape" || !isRow || event.defaultPrevented) return;
    // It does not also close the popup around the chat.
    event.preventDefault();
    this.#host.left();
  };
}
