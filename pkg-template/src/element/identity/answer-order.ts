import type { ToolMessage } from "@ag-ui/core";
import { contentKey } from "./same-message.js";

/** The answer that is known of a call. */
export type AnswerOf = (alias: string) => ToolMessage | undefined;

/**
 * Finds the call that an answer in a list belongs to, where several calls have its id: the one it is known to answer;
 * else the first before it that has none yet, else the last before it.
 */
export class AnswerOrder {
  readonly #answerOf: AnswerOf;
  readonly #calls = new Map<string, Calls>();

  constructor(answerOf: AnswerOf) {
    this.#answerOf = answerOf;
  }

  /** A call stands somewhere in the list. */
  know(id: string, alias: string): void {
    const calls = this.#calls.get(id) ?? new Calls();
    this.#calls.set(id, calls);
    calls.know(alias, this.#answerOf(alias));
  }

  /** A call came. */
  add(id: string, alias: string): void {
    this.#calls.get(id)?.add(alias);
  }

  /** The call that an answer belongs to; `undefined` when none of its id came before it, and it is not known. */
  aliasOf(answer: ToolMessage): string | undefined {
    return this.#calls.get(answer.toolCallId)?.take(answer);
  }
}

/** The calls of one id, in the order of the list. */
class Calls {
  readonly #aliases: string[] = [];
  readonly #byAnswer = new Map<string, string[]>();
  readonly #answered = new Set<string>();
  #next = 0;

  add(alias: string): void {
    this.#aliases.push(alias);
  }

  know(alias: string, answer: ToolMessage | undefined): void {
    if (!answer) return;
    for (const key of keysOf(answer)) {
      const aliases = this.#byAnswer.get(key);
      if (aliases) aliases.push(alias);
      else this.#byAnswer.set(key, [alias]);
    }
  }

  take(answer: ToolMessage): string | undefined {
    const alias = this.#known(answer) ?? this.#first ?? this.#aliases.at(-1);
    if (alias !== undefined) this.#answered.add(alias);
    return alias;
  }

  #known(answer: ToolMessage): string | undefined {
    for (const key of keysOf(answer)) {
      const aliases = this.#byAnswer.get(key) ?? [];
      // The first one, nearly always: each is asked for once.
      const at = aliases.findIndex((alias) => !this.#answered.has(alias));
      if (at >= 0) return aliases.splice(0, at + 1).at(-1);
    }
    return undefined;
  }

  get #first(): string | undefined {
    while (this.#answered.has(this.#aliases[this.#next] ?? "")) this.#next += 1;
    return this.#aliases[this.#next];
  }
}

function keysOf(answer: ToolMessage): string[] {
  return [`id ${answer.id}`, contentKey(answer)];
}
