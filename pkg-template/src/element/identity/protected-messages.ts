import type { DeveloperMessage, Message, SystemMessage, UserMessage } from "@ag-ui/core";
import type { HistoryChange } from "../events/history-change.js";
import { contentKey, sameMessage } from "./same-message.js";

/** The result of a backend's list, and its changes. */
export interface Reviewed {
  readonly messages: Message[];
  readonly changes: readonly HistoryChange[];
}

/**
 * The messages that are not the backend's to write: what the user said, and system and developer messages. A user's
 * words stay as they are; whatever else a list of messages does to them is reported.
 */
export class ProtectedMessages {
  /** In the order of the thread. */
  #known = new Map<string, Message>();
  /** The ids of results: no text may be written into them. */
  readonly #results = new Set<string>();
  /** Those that the backend is writing, piece by piece: the page hears of them as they come. */
  readonly #streamed = new Map<string, string[]>();
  readonly #otherIds = new Map<string, string>();

  constructor(messages: readonly Message[]) {
    for (const message of messages) {
      if (isProtected(message)) this.#known.set(message.id, message);
      else if (message.role === "tool") this.#results.add(message.id);
    }
  }

  /** The role of the message that an id stands for, if it is not the backend's to write. */
  roleOf(id: string): string | undefined {
    return this.#known.get(id)?.role ?? (this.#results.has(id) ? "tool" : undefined);
  }

  /** The backend begins to write a message in the name of another. */
  stream(id: string, role: Protected["role"]): void {
    this.#known.set(id, { id, role, content: "" });
    this.#streamed.set(id, []);
  }

  /** A piece of a text came. Says whether it is of a message that the backend is writing. */
  write(id: string, delta: string): boolean {
    const pieces = this.#streamed.get(id);
    pieces?.push(delta);
    return pieces !== undefined;
  }

  /** A text has ended. Says whether it was of a message that the backend was writing. */
  end(id: string): boolean {
    const pieces = this.#streamed.get(id);
    const known = this.#known.get(id);
    if (pieces && known) this.#known.set(id, { ...known, content: pieces.join("") } as Message);
    return this.#streamed.delete(id);
  }

  /** The id that a backend's own message gets in place of one that is taken. */
  otherId(id: string): string {
    const known = this.#otherIds.get(id);
    if (known !== undefined) return known;
    let count = 2;
    while (this.roleOf(`${id}#${count}`) !== undefined) count += 1;
    this.#otherIds.set(id, `${id}#${count}`);
    return `${id}#${count}`;
  }

  /** Takes a message that is added to the thread. */
  add(message: Message): readonly HistoryChange[] {
    if (!isProtected(message) || this.#known.has(message.id)) return [];
    this.#known.set(message.id, message);
    return [change("message-added", { after: message })];
  }

  /** Takes a list that replaces the thread. */
  review(list: readonly Message[]): Reviewed {
    for (const id of [...this.#streamed.keys()]) this.end(id);
    const before = this.#known;
    const after = new Map<string, Message>();
    const messages: Message[] = [];
    const changes: HistoryChange[] = [];
    for (const message of list) {
      const known = before.get(message.id);
      if (known && known.role !== message.role) {
        messages.push({ ...message, id: this.otherId(message.id) });
        continue;
      }
      if (!isProtected(message)) {
        messages.push(message);
        continue;
      }
      if (after.has(message.id)) continue;
      const isChanged = known !== undefined && !sameMessage(known, message);
      const stands = known?.role === "user" ? wordsOf(known, message, isChanged) : message;
      if (isChanged) changes.push(changed(known, message, stands));
      after.set(message.id, stands);
      messages.push(stands);
    }
    this.#known = after;
    return { messages, changes: [...changes, ...this.#comings(before, after)] };
  }

  /** Messages that came, went, or stand in another order. */
  #comings(before: ReadonlyMap<string, Message>, after: ReadonlyMap<string, Message>) {
    const gone = [...before.values()].filter(({ id }) => !after.has(id));
    const fresh = [...after.values()].filter(({ id }) => !before.has(id));
    // A backend may give a message another id.
    const renamed = pairs(gone, fresh);
    const removed = gone.filter((message) => !renamed.has(message));
    const added = fresh.filter((message) => !renamed.has(message));
    return [
      ...removed.map((message) => change("message-removed", { before: message })),
      ...added.map((message) => change("message-added", { after: message })),
      ...moved(before, after).map((message) =>
        change("message-moved", { before: message, after: message }),
      ),
    ];
  }
}

type Protected = UserMessage | SystemMessage | DeveloperMessage;

function isProtected({ role }: Message): boolean {
  return role === "user" || role === "system" || role === "developer";
}

/** The user's words as they were, with what a backend may note beside them. */
function wordsOf(known: UserMessage, listed: Message, isChanged: boolean): Message {
  if (isChanged) return known;
  return listed.content === known.content
    ? listed
    : ({ ...listed, content: known.content } as Message);
}

function changed(before: Message, after: Message, stands: Message): HistoryChange {
  const kept = stands === before ? "page" : "backend";
  return { kind: "message-changed", messageId: before.id, before, after, kept };
}

function change(
  kind: "message-removed" | "message-added" | "message-moved",
  sides: { readonly before?: Message; readonly after?: Message },
): HistoryChange {
  const messageId = (sides.before ?? sides.after)?.id ?? "";
  return { kind, messageId, ...sides, kept: "backend" };
}

/** The messages of both lists that say the same, each paired with one of the other. */
function pairs(some: readonly Message[], others: readonly Message[]): ReadonlySet<Message> {
  const waiting = new Map<string, Message[]>();
  for (const message of some) {
    const key = contentKey(message);
    const same = waiting.get(key);
    if (same) same.push(message);
    else waiting.set(key, [message]);
  }
  const paired = new Set<Message>();
  for (const message of others) {
    const same = waiting.get(contentKey(message))?.pop();
    if (same) paired.add(same).add(message);
  }
  return paired;
}

/** The messages that are in both, where their order differs. */
function moved(
  before: ReadonlyMap<string, Message>,
  after: ReadonlyMap<string, Message>,
): Message[] {
  const was = [...before.keys()].filter((id) => after.has(id));
  const is = [...after.keys()].filter((id) => before.has(id));
  return is.flatMap((id, at) => (was[at] === id ? [] : (after.get(id) ?? [])));
}
