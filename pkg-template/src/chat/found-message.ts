import { nextFrame } from "../look/frames.js";
import type { AgUiThreadsEventMap } from "../threads/view/event-map.js";
import { rowElement } from "./row-focus.js";
import type { Row, Rows } from "./rows.js";
import type { ScrollFollower } from "./scroll-follower.js";
import type { ThreadWindow } from "./thread-window.js";

/** The time that a found message is marked, in milliseconds. */
const MARKED = 4_000;

/** A thread that is about to be opened, with the message that a search has found in it. */
export type Opening = AgUiThreadsEventMap["ag-ui-thread-open"]["detail"];

/** The list that a found message is looked for in. */
export interface FoundHost {
  readonly rows: Rows;
  readonly window: ThreadWindow;
  readonly follower: ScrollFollower;
  /** The id of the thread that is shown. */
  readonly threadId: string | undefined;
  /** Has the chat rendered again. */
  changed(): void;
  /** The message is in view. */
  shown(row: Row): void;
}

/** The message that a search has found: it is scrolled to and marked once its thread is there. */
export class FoundMessage {
  readonly #host: FoundHost;
  #wanted: Opening | undefined;
  /** The row that is to be shown as soon as it is rendered. */
  #coming: Row | undefined;
  #marked: { readonly row: Row; readonly timer: ReturnType<typeof setTimeout> } | undefined;

  constructor(host: FoundHost) {
    this.#host = host;
  }

  /** A thread is about to be opened, from a search or not. */
  want(opening: Opening): void {
    this.#wanted = opening.messageId === undefined ? undefined : opening;
    this.#coming = undefined;
    this.#host.changed();
  }

  /** Another thread is shown. */
  begin(): void {
    this.#unmark();
    this.#coming = undefined;
    if (this.#wanted?.threadId !== this.#host.threadId) this.#wanted = undefined;
  }

  /** Forgets the message: the conversation goes on. */
  forget(): void {
    this.#wanted = undefined;
    this.#coming = undefined;
  }

  /** Looks for the message among the rows of the thread that is shown. To be called before each update. */
  look(): void {
    const { rows, window, threadId } = this.#host;
    const { threadId: wantedThread, messageId } = this.#wanted ?? {};
    const found =
      messageId !== undefined && wantedThread === threadId ? rows.find(messageId) : undefined;
    if (found) {
      this.#wanted = undefined;
      this.#coming = found;
      this.#mark(found);
    }
    if (this.#coming) window.growTo(rows.chunkOf(this.#coming));
  }

  /** Shows the message if it is rendered. A long thread is rendered in turns until then. To be called after each update. */
  updated(list: HTMLElement): void {
    const row = this.#coming;
    if (!row) return;
    const { rows, window, follower } = this.#host;
    const place = rowElement(list, row.key);
    if (!place && window.from > rows.chunkOf(row)) {
      this.#host.changed();
      return;
    }
    this.#coming = undefined;
    if (!place) return;
    follower.show(place);
    const log = list.closest<HTMLElement>(".log");
    // The drawer has given the keyboard to the list.
    if (log?.matches(":focus")) place.focus({ preventScroll: true });
    this.#host.shown(row);
    // The heights of the rows above were a guess until they were seen.
    void nextFrame().then(() => {
      if (place.isConnected && this.#marked?.row === row) follower.show(place);
    });
  }

  #mark(row: Row): void {
    this.#unmark();
    row.memory.isFound = true;
    row.memory.revision += 1;
    this.#marked = { row, timer: setTimeout(() => this.#unmark(), MARKED) };
  }

  #unmark(): void {
    if (!this.#marked) return;
    const { row, timer } = this.#marked;
    this.#marked = undefined;
    clearTimeout(timer);
    row.memory.isFound = false;
    row.memory.revision += 1;
    this.#host.changed();
  }
}
