import type { KnownCall } from "./known-call.js";

/**
 * The calls that have one id. Some backends give every call the same, so each question is answered without a look at
 * all of them.
 */
export class CallsOfId {
  /** Oldest first. The last ones may have been forgotten, as in the next list. */
  readonly #all: KnownCall[] = [];
  readonly #unanswered: KnownCall[] = [];
  readonly #byMessage = new Map<string, KnownCall[]>();
  readonly #bySaying = new Map<string, KnownCall[]>();
  /** Not yet in `#bySaying`, which is asked for only where a backend repeats or renames what it said. */
  #unsorted = new Set<KnownCall>();
  #size = 0;

  /** The number of calls. */
  get size(): number {
    return this.#size;
  }

  /** Oldest first. */
  get calls(): KnownCall[] {
    return this.#all.filter((call) => !call.isForgotten);
  }

  get last(): KnownCall | undefined {
    return lastOf(this.#all, (call) => !call.isForgotten);
  }

  get lastUnanswered(): KnownCall | undefined {
    return lastOf(this.#unanswered, (call) => !call.isAnswered && !call.isForgotten);
  }

  /** Those that stand in a message, oldest first. Not to be changed. */
  inMessage(messageId: string): readonly KnownCall[] {
    return this.#byMessage.get(messageId) ?? [];
  }

  /** Those that were kept under a key (`KnownCall.keys`), oldest first: also calls that were forgotten or written on. */
  saying(key: string): readonly KnownCall[] {
    for (const call of this.#unsorted) {
      for (const own of call.keys) push(this.#bySaying, own, call);
    }
    this.#unsorted.clear();
    return this.#bySaying.get(key) ?? [];
  }

  add(call: KnownCall): void {
    this.#size += 1;
    this.#all.push(call);
    this.#unanswered.push(call);
    push(this.#byMessage, call.messageId, call);
    this.#unsorted.add(call);
  }

  /** Gives a call other arguments. */
  rewrite(call: KnownCall, args: string): void {
    if (args === call.args) return;
    call.args = args;
    this.#unsorted.add(call);
  }

  /** A call stands in another message now. */
  move(call: KnownCall, messageId: string): void {
    if (call.messageId === messageId) return;
    this.#leave(call);
    call.messageId = messageId;
    push(this.#byMessage, messageId, call);
  }

  forget(call: KnownCall): void {
    this.#size -= 1;
    call.isForgotten = true;
    this.#leave(call);
    this.#unsorted.delete(call);
  }

  #leave(call: KnownCall): void {
    const calls = this.#byMessage.get(call.messageId);
    if (!calls) return;
    if (calls.at(-1) === call) calls.pop();
    else calls.splice(calls.indexOf(call), 1);
    if (calls.length === 0) this.#byMessage.delete(call.messageId);
  }
}

/** The last call that is good. What is not, and stands behind it, never will be again, and goes. */
export function lastOf(
  calls: KnownCall[],
  isGood: (call: KnownCall) => boolean,
): KnownCall | undefined {
  for (let last = calls.at(-1); last; last = calls.at(-1)) {
    if (isGood(last)) return last;
    calls.pop();
  }
  return undefined;
}

/** Puts a call behind those of a key. */
export function push(lists: Map<string, KnownCall[]>, key: string, call: KnownCall): void {
  const calls = lists.get(key);
  if (calls) calls.push(call);
  else lists.set(key, [call]);
}
