import type { AssistantMessage, ToolCall } from "@ag-ui/core";
import { lastOf, push } from "./calls-of-id.js";
import { type KnownCall, keysToLookUp } from "./known-call.js";
import type { ThreadCalls } from "./thread-calls.js";

/** A call of a backend's list, and the message it stands in there. */
export interface ListedCall {
  readonly call: ToolCall;
  readonly message: AssistantMessage;
}

/** The calls of an id that this run wrote event by event, oldest first. */
export type CallsOfRun = (id: string) => readonly KnownCall[];

/**
 * Finds the calls of a backend's list among those that are known, each once. How far a list of known calls has been
 * searched is kept, so that a thousand calls of one id cost no more than a thousand of different ones.
 */
export class CallMatcher {
  readonly #thread: ThreadCalls;
  readonly #matched = new Set<KnownCall>();
  readonly #found = new Map<ToolCall, KnownCall>();
  readonly #messages = new Map<string, MessageCalls>();
  /** Of a list of known calls: where those end that are not matched. */
  readonly #ends = new Map<readonly KnownCall[], number>();

  constructor(thread: ThreadCalls) {
    this.#thread = thread;
  }

  /** The known call that a listed one was found to be. */
  found(call: ToolCall): KnownCall | undefined {
    return this.#found.get(call);
  }

  /** Returns true if a known call stands in the list. */
  has(known: KnownCall): boolean {
    return this.#matched.has(known);
  }

  /** As the call of its message that has its id and says the same; else as any of that message that has its id. */
  byMessage(places: readonly ListedCall[]): void {
    for (const place of places) this.#match(place, this.#inMessage(place)?.takeSame(place.call));
    for (const place of places) {
      if (!this.#found.has(place.call)) this.#match(place, this.#inMessage(place)?.takeFirst());
    }
  }

  /** As the last call of its id that says the same; else as the last one that this run wrote. */
  byWords(places: readonly ListedCall[], written: CallsOfRun): void {
    for (const place of places.toReversed()) {
      const { call } = place;
      if (this.#found.has(call)) continue;
      this.#match(place, this.#lastSame(call) ?? this.#last(written(call.id), isThere));
    }
  }

  #match({ call, message }: ListedCall, known: KnownCall | undefined): void {
    if (!known) return;
    this.#thread.move(known, message.id);
    this.#matched.add(known);
    this.#found.set(call, known);
  }

  #inMessage({ call, message }: ListedCall): MessageCalls | undefined {
    const key = `${call.id} ${message.id}`;
    const searched = this.#messages.get(key);
    if (searched) return searched;
    const known = this.#thread.named(call.id)?.inMessage(message.id);
    if (!known) return undefined;
    const calls = new MessageCalls(known);
    this.#messages.set(key, calls);
    return calls;
  }

  #lastSame({ id, function: asked }: ToolCall): KnownCall | undefined {
    const named = this.#thread.named(id);
    if (!named) return undefined;
    for (const key of keysToLookUp(asked)) {
      const isIt = (known: KnownCall): boolean => isThere(known) && known.keys.includes(key);
      const same = this.#last(named.saying(key), isIt);
      if (same) return same;
    }
    return undefined;
  }

  #last(calls: readonly KnownCall[], isGood: (known: KnownCall) => boolean): KnownCall | undefined {
    let end = this.#ends.get(calls) ?? calls.length;
    while (end > 0) {
      const known = calls[end - 1] as KnownCall;
      if (!this.#matched.has(known) && isGood(known)) break;
      end -= 1;
    }
    this.#ends.set(calls, end);
    return calls[end - 1];
  }
}

/** The known calls of one id in one message: each is taken once. */
class MessageCalls {
  readonly #calls: readonly KnownCall[];
  readonly #taken = new Set<KnownCall>();
  #next = 0;
  #byKey: ReadonlyMap<string, KnownCall[]> | undefined;

  constructor(calls: readonly KnownCall[]) {
    this.#calls = [...calls];
  }

  /** The first one that asks for the same. */
  takeSame({ function: asked }: ToolCall): KnownCall | undefined {
    const first = this.#first;
    if (!first) return undefined;
    // As it stands nearly always: without a look at what the texts say.
    if (first.name === asked.name && first.args === asked.arguments) return this.#take(first);
    for (const key of keysToLookUp(asked)) {
      const left = (known: KnownCall): boolean => !this.#taken.has(known);
      const same = lastOf(this.#index.get(key) ?? [], left);
      if (same) return this.#take(same);
    }
    return undefined;
  }

  takeFirst(): KnownCall | undefined {
    const first = this.#first;
    return first && this.#take(first);
  }

  get #first(): KnownCall | undefined {
    while (this.#taken.has(this.#calls[this.#next] as KnownCall)) this.#next += 1;
    return this.#calls[this.#next];
  }

  /** By what they say, the oldest last. */
  get #index(): ReadonlyMap<string, KnownCall[]> {
    if (this.#byKey) return this.#byKey;
    const index = new Map<string, KnownCall[]>();
    for (const known of this.#calls.toReversed()) {
      for (const key of known.keys) push(index, key, known);
    }
    this.#byKey = index;
    return index;
  }

  #take(known: KnownCall): KnownCall {
    this.#taken.add(known);
    return known;
  }
}

function isThere(known: KnownCall): boolean {
  return !known.isForgotten;
}
