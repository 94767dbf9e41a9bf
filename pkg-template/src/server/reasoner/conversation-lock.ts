import { within } from "../../execution/race.js";
import type { ConversationEntry } from "./conversation-entry.js";
import type { ReasonerConversations } from "./conversations.js";
import type { Ledger } from "./ledger.js";
import type { ReasonerLog } from "./reasoner-log.js";

/**
 * A request's place in its conversation: from when it takes over until it has ended, been aborted, or been taken over
 * itself. It gives the place up at that moment, whether or not anybody asks for the request's next event.
 */
export class ConversationLock {
  readonly entry: ConversationEntry;
  readonly #conversations: ReasonerConversations;
  readonly #log: ReasonerLog;
  readonly #going = new AbortController();
  readonly #release: () => void;
  readonly #isFirst: boolean;
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
    // Node takes a promise that a listener returns for one that somebody must catch.
    this.signal.addEventListener("abort", () => void this.#giveUp(false), { once: true });
    this.entry = conversations.enter(id, this.#going, log);
    this.#isFirst = this.entry.requests === 1;
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

  /** Returns true if the conversation was opened for this request. */
  get isFirst(): boolean {
    return this.#isFirst;
  }

  /** Returns true if the process must hold the conversation's lease. */
  get isLeased(): boolean {
    return this.entry.keeper?.isLeased === true;
  }

  /** Writes the conversation down, if there is a store. @throws {Error} when it is not saved, with leases. */
  save(): Promise<void> {
    const ledger = this.#ledger;
    return ledger ? this.#conversations.save(this.entry, ledger, this.#log) : Promise.resolve();
  }

  /**
   * Settles once everything that the ledger knows is in a store that others share: then client and model may receive
   * it. Otherwise at once.
   *
   * @throws the signal's reason once that is aborted, and whatever kept it from being saved.
   */
  async record(): Promise<void> {
    if (this.isLeased) await within(this.save(), { signal: this.signal });
  }

  /** Settles at once while the lease is surely held, or none is needed. @throws {LeaseLostError} when it is lost. */
  async confirm(): Promise<void> {
    if (this.isLeased) await this.entry.keeper?.confirm();
  }

  /**
   * The request has been answered. Settles when that is written down, or nobody waits for it.
   *
   * @throws the reason why it is not written down, with leases: then it is not an answer.
   */
  async close(): Promise<void> {
    const { signal, isLeased } = this;
    const saved = this.#giveUp(true);
    if (isLeased) {
      await within(saved, { signal });
      // The client's next request may come to another process.
      await within(this.entry.closed ?? Promise.resolve(), { signal });
    } else if (this.#conversations.isStored) {
      await within(saved, { signal }).catch(() => {});
    }
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
    // Callers that need the outcome wait for it.
    saved.catch(() => {});
    this.#conversations.leave(this.entry);
    return saved;
  }
}
