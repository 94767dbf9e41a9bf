import { wellFormedJson } from "../../codec/truncate.js";
import type { RawConversations } from "../../conversation/load.js";
import type {
  Begun,
  CallEntry,
  ClientHistory,
  ConversationSettings,
  Following,
  MessageView,
  ModelAnswer,
  Plan,
  RawConversation,
  ServerOutcome,
  Settlement,
} from "../../conversation/raw.js";

/**
 * The ledger of a conversation, by the module of `crates/conversation`. Values cross as JSON text. Times are epoch
 * milliseconds.
 */
export class Ledger {
  /** The conversation's id in a store. */
  readonly id: string;
  readonly #raw: RawConversation;

  /** @throws {Error} for a snapshot that is none of this conversation's. */
  constructor(
    module: RawConversations,
    id: string,
    settings: ConversationSettings,
    snapshot?: string,
  ) {
    // The longest wait that a number of JSON can say.
    const clientDeadline = Math.min(settings.clientDeadline, Number.MAX_VALUE);
    const text = JSON.stringify({ ...settings, clientDeadline });
    this.id = id;
    this.#raw = new module.RawConversation(id, text, snapshot);
  }

  begin(request: ClientHistory): Begun {
    return JSON.parse(this.#raw.begin(crossing(request), Date.now())) as Begun;
  }

  /** `undefined` while a call has no answer, and when a newer turn has taken over. */
  history(turn: number): readonly MessageView[] | undefined {
    const text = this.#raw.history(turn);
    return text === undefined ? undefined : (JSON.parse(text) as MessageView[]);
  }

  /** How often the model is asked with this time; else why it is not. */
  ask(turn: number): number | "limit" | "wait" | "over" {
    const count = this.#raw.ask(turn);
    if (count > 0) return count;
    return count === 0 ? "limit" : count === -1 ? "wait" : "over";
  }

  /** Id and name of a new call; `undefined` when a newer turn has taken over. */
  issue(
    turn: number,
    id: string | undefined,
    name: string,
  ): { readonly id: string; readonly name: string } | undefined {
    // Longer ones are taken from nobody: they need not cross.
    const own = id !== undefined && id.length <= LONGEST_ID ? id : undefined;
    const issued = this.#raw.issue(turn, own, crypto.randomUUID(), name.slice(0, LONGEST_ID));
    return issued && { id: issued[0] as string, name: issued[1] as string };
  }

  /** `undefined` when a newer turn has taken over. */
  answer(turn: number, answer: ModelAnswer): Plan | undefined {
    const text = this.#raw.answer(turn, crossing(answer));
    return text === undefined ? undefined : (JSON.parse(text) as Plan);
  }

  start(turn: number, id: string): boolean {
    return this.#raw.start(turn, id);
  }

  /**
   * Starts an interrupted call again, if it may run; else its outcome remains unknown. Returns true if it may begin.
   */
  restart(turn: number, id: string, mayRun: boolean): boolean {
    return this.#raw.restart(turn, id, mayRun);
  }

  settle(id: string, outcome: ServerOutcome): Settlement {
    return JSON.parse(this.#raw.settle(id, crossing(outcome), Date.now())) as Settlement;
  }

  next(turn: number, goesOn: boolean): Following {
    return JSON.parse(this.#raw.next(turn, goesOn)) as Following;
  }

  end(turn: number, isClean: boolean): void {
    this.#raw.end(turn, isClean);
  }

  call(id: string): CallEntry | undefined {
    const text = this.#raw.call(id);
    return text === undefined ? undefined : (JSON.parse(text) as CallEntry);
  }

  snapshot(): string {
    return this.#raw.snapshot();
  }

  /** About how many bytes it holds. */
  get weight(): number {
    return this.#raw.weight();
  }

  free(): void {
    this.#raw.free();
  }
}

const LONGEST_ID = 256;

/** As the module reads it: no text of Rust can hold half a character. */
function crossing(value: object): string {
  return wellFormedJson(JSON.stringify(value));
}
