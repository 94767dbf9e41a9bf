import { within } from "../../execution/race.js";
import type { ConversationEntry, ReasonerConversations } from "./conversations.js";
import type { Ledger } from "./ledger.js";
import type { ReasonerLog } from "./reasoner-log.js";

/**
 * A request's place in its conversation: from when it takes over until it has ended, been aborted, or been taken over itself. It gives
 * the place up at that moment, whether or not anybody asks for the request's next event.
 */
export class ConversationLock {
  readonly entry: ConversationEntry;
  readonly #conversations: ReasonerConversations;
  readonly #log: ReasonerLog;
  readonly #going = new AbortController();
  readonly #release: () => void;
  #ledger: Ledger | undefined;
  #turn = 0;
  #isOver = false;

  constructor(
    conversations: ReasonerConversations,
    id: string,
    client: AbortSignal | undefined,
    log: ReasonerLog,
  ) {
    this.#conversations = conversations;
    this.#log = log;
    const abort = (): void => this.#going.abort(client?.reason);
    this.#release = () => client?.removeEventListener("abort", abort);
    this.signal.addEventListener("abort", () => this.#giveUp(false), { once: true });
    this.entry = conversations.enter(id, this.#going, log);
    if (client?.aborted) abort();
    else client?.addEventListener("abort", abort, { once: true });
  }

  /** Aborted when nobody waits for the request's answer any more. */
  get signal(): AbortSignal {
    return this.#going.signal;
  }

  /** Returns true if it was given up. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** @throws the signal's reason once that is aborted, and why the conversation can't be opened. */
  async open(): Promise<Ledger> {
    this.signal.throwIfAborted();
    this.#ledger = this.entry.ledger ?? (await within(this.entry.opening, { signal: this.signal }));
    return this.#ledger;
  }

  /** The number that the ledger gave the request. */
  begun(turn: number): void {
    this.#turn = turn;
  }

  /** Writes the conversation down, if there is a store. Never rejects. */
  save(): Promise<void> {
    const ledger = this.#ledger;
    return ledger ? this.#conversations.save(this.entry, ledger, this.#log) : Promise.resolve();
  }

  /** The request has been answered. Settles when that is written down, or nobody waits for it. Never rejects. */
  async close(): Promise<void> {
    const saved = this.#giveUp(true);
    if (!this.#conversations.isStored) return;
    await within(saved, { signal: this.signal }).catch(() => {});
  }

  /** The request won't be answered. */
  abandon(): void {
    this.#going.abort(new DOMException("The request was given up.", "AbortError"));
  }

  #giveUp(isClean: boolean): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    this.#isOver = true;
    // A later request must not touch what this one has made.
    this.#conversations.ended(this.entry, this.#going);
    this.#release();
    try {
      this.#ledger?.end(this.#turn, isClean);
    } catch (thrown) {
      // The module has stopped: every call of it says so.
      this.#log.exception("Execute", thrown);
    }
    const saved = this.save();
    this.#conversations.leave(this.entry);
    return saved;
  }
}
