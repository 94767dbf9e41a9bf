import { html, nothing, type TemplateResult } from "lit";
import type { ThreadSummary } from "../../durable/thread-store.js";
import type { ThreadsStrings } from "../../texts/threads/strings.js";
import type { Excerpt } from "../search/text-finder.js";
import { icon } from "./icons.js";
import { shownText } from "./shown-text.js";

/** The requests of a row. */
export interface RowActions {
  open(thread: ThreadSummary): void;
  rename(threadId: string): void;
  remove(threadId: string): void;
  /** The person has written a title, and pressed Enter or left the field. */
  renamed(thread: ThreadSummary, title: string, isLeft: boolean): void;
  /** The row is to be as before. */
  settled(threadId: string): void;
}

/** A row of the list. */
export interface RowState {
  readonly thread: ThreadSummary;
  readonly isCurrent: boolean;
  readonly time: string;
  /** The text that a search has found in a message. */
  readonly excerpt: Excerpt | undefined;
}

/** The title of a thread, for people. */
export const shownTitle = ({ title }: ThreadSummary, strings: ThreadsStrings): string =>
  title.trim() === "" ? strings.untitled : shownText(title);

/** A row: the button that opens the thread, and those that rename and delete it. */
export function rowView(
  state: RowState,
  strings: ThreadsStrings,
  actions: RowActions,
): TemplateResult {
  const { thread, isCurrent } = state;
  const title = shownTitle(thread, strings);
  return html`<li
    class="row ${isCurrent ? "current" : ""}"
    part=${isCurrent ? "thread thread-current" : "thread"}
    data-thread=${thread.id}
  >
    <button
      class="open"
      part="thread-open"
      type="button"
      tabindex="-1"
      aria-current=${isCurrent ? "true" : nothing}
      aria-keyshortcuts="F2 Delete"
      @click=${() => actions.open(thread)}
    >
      <span class="title" part="title" dir="auto">${title}</span>
      ${thread.unread > 0 ? unreadView(thread.unread, strings) : nothing}
      ${state.excerpt ? excerptView(state.excerpt) : nothing}
      <span class="about">
        ${thread.isRunning ? html`<span class="running" part="running">${strings.running}</span>` : nothing}
        <time part="time" datetime=${dateTime(thread.updatedAt)} title=${strings.fullTime(thread.updatedAt)}>${state.time}</time>
      </span>
    </button>
    ${actionView("rename", strings.rename(title), () => actions.rename(thread.id))}
    ${actionView("remove", strings.remove(title), () => actions.remove(thread.id))}
  </li>`;
}

/** A button of a row. */
function actionView(name: "rename" | "remove", label: string, act: () => void): TemplateResult {
  return html`<button
    class="action"
    part="thread-action"
    type="button"
    tabindex="-1"
    aria-label=${label}
    title=${label}
    @click=${act}
  >${icon(name)}</button>`;
}

/** A row with a field for its title. Enter and leaving the field keep what is written, Escape does not. */
export function renamingView(
  thread: ThreadSummary,
  strings: ThreadsStrings,
  actions: RowActions,
): TemplateResult {
  const pressed = (event: KeyboardEvent): void => {
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    // It does not also close what the list stands in.
    event.preventDefault();
    const field = event.currentTarget as HTMLInputElement;
    if (event.key === "Enter") actions.renamed(thread, field.value, false);
    else actions.settled(thread.id);
  };
  const left = (event: FocusEvent): void => {
    actions.renamed(thread, (event.currentTarget as HTMLInputElement).value, true);
  };
  return html`<li class="row editing" part="thread" data-thread=${thread.id}>
    <input
      class="title-field"
      part="title-field"
      type="text"
      dir="auto"
      maxlength="80"
      aria-label=${strings.titleField}
      .value=${thread.title}
      @keydown=${pressed}
      @blur=${left}
    />
  </li>`;
}

function unreadView(count: number, strings: ThreadsStrings): TemplateResult {
  return html`<span class="unread" part="unread"
    ><span aria-hidden="true">${count > 99 ? "99+" : count}</span
    ><span class="visually-hidden">${strings.unread(count)}</span></span
  >`;
}

function excerptView({ before, match, after }: Excerpt): TemplateResult {
  return html`<span class="excerpt" part="excerpt" dir="auto"
    >${shownText(before)}<mark part="match">${shownText(match)}</mark>${shownText(after)}</span
  >`;
}

/** A time for machines; nothing for one that is not of a date. */
function dateTime(at: number): string | typeof nothing {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : nothing;
}
