import { wellFormedJson } from "../../codec/truncate.js";
import type { RawConversations } from "../../conversation/load.js";
import type { RawConversation } from "../../conversation/raw.js";
import type { ToolExecutionMode } from "../../tools/types.js";

/** A request, reduced to what calls need. */
export interface ClientHistory {
  readonly messages: readonly ClientHistoryMessage[];
  readonly toolResults?: string;
}

export type ClientHistoryMessage =
  | {
      readonly role: "tool";
      readonly toolCallId: string;
      readonly content: string;
      readonly isError: boolean;
    }
  | { readonly role: "assistant"; readonly id: string; readonly calls: readonly ShownCall[] }
  | { readonly role: "other"; readonly id: string };

/** A call as a model is shown it. */
export interface ShownCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A message that a model is shown; `index` is that of the request's. */
export type Shown =
  | { readonly type: "message"; readonly index: number }
  | { readonly type: "assistant"; readonly index: number; readonly calls: readonly ShownCall[] }
  | {
      readonly type: "given";
      readonly messageId: string;
      readonly text: string;
      readonly calls: readonly ShownCall[];
    }
  | {
      readonly type: "answer";
      readonly toolCallId: string;
      readonly content: string;
      readonly isError: boolean;
      /** Whether the client does not have it. */
      readonly isNew: boolean;
    };

/** Something of a request that was ignored, or answered without a result. */
export interface Note {
  readonly code: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly message: string;
}

/** A request that has begun. */
export interface Begun {
  readonly turn: number;
  /** Calls of older turns that still run. */
  readonly wait: readonly string[];
  readonly notes: readonly Note[];
}

/** A model's answer. */
export interface LedgerAnswer {
  readonly messageId: string;
  readonly text: string;
  readonly calls: readonly (ShownCall & {
    readonly mode?: ToolExecutionMode | undefined;
    readonly issue?: string | undefined;
  })[];
  readonly offered: readonly string[];
  readonly isBroken: boolean;
}

/** What is done with the calls of an answer. */
export interface Plan {
  readonly run: readonly string[];
  readonly refused: readonly string[];
}

/** What came of the server's part of a call. */
export interface LedgerOutcome {
  readonly content?: string | undefined;
  readonly isError?: boolean;
  readonly handsOver?: boolean;
}

/** What that has changed. */
export type Settled = "answered" | "handedOver" | "givenUp" | "ignored";

/** What follows an answer, and for which calls. */
export interface Following {
  readonly next: "ask" | "client" | "completed" | "limit" | "wait" | "over";
  readonly calls: readonly string[];
}

/** A call as the ledger has it. */
export interface LedgerCall extends ShownCall {
  readonly messageId: string;
  readonly mode?: ToolExecutionMode;
  readonly standing: "asked" | "running" | "handedOver" | "answered";
  readonly by?: "server" | "client" | "nobody";
  readonly content?: string;
  readonly isError?: boolean;
}

/** What holds for each conversation. */
export interface LedgerSettings {
  readonly maxIterations: number;
  readonly clientDeadline: number;
  readonly callsPerAnswer: number;
}

/** Who answers each call of a conversation: the core's `conversation`, in words of TypeScript. Times are epoch milliseconds. */
export class Ledger {
  /** What the conversation is known by in a store. */
  readonly id: string;
  readonly #raw: RawConversation;

  /** @throws {Error} for a snapshot that is none of this conversation's. */
  constructor(module: RawConversations, id: string, settings: LedgerSettings, snapshot?: string) {
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
  history(turn: number): readonly Shown[] | undefined {
    const text = this.#raw.history(turn);
    return text === undefined ? undefined : (JSON.parse(text) as Shown[]);
  }

  /** How often the model is asked with this time; else why it is not. */
  ask(turn: number): number | "limit" | "wait" | "over" {
    const said = this.#raw.ask(turn);
    if (said > 0) return said;
    return said === 0 ? "limit" : said === -1 ? "wait" : "over";
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
  answer(turn: number, answer: LedgerAnswer): Plan | undefined {
    const text = this.#raw.answer(turn, crossing(answer));
    return text === undefined ? undefined : (JSON.parse(text) as Plan);
  }

  start(turn: number, id: string): boolean {
    return this.#raw.start(turn, id);
  }

  settle(id: string, outcome: LedgerOutcome): Settled {
    return JSON.parse(this.#raw.settle(id, crossing(outcome), Date.now())) as Settled;
  }

  next(turn: number, goesOn: boolean): Following {
    return JSON.parse(this.#raw.next(turn, goesOn)) as Following;
  }

  end(turn: number, isClean: boolean): void {
    this.#raw.end(turn, isClean);
  }

  call(id: string): LedgerCall | undefined {
    const text = this.#raw.call(id);
    return text === undefined ? undefined : (JSON.parse(text) as LedgerCall);
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
