import { preflightTools } from "./plan.js";

/** A conversation as a model was shown it. */
export interface Shown {
  /** The number of the conversation's plan. */
  readonly seed: number;
  readonly calls: readonly ShownCall[];
  /** What a model must never be shown. */
  readonly malformed: readonly string[];
}

/** A call as a model was shown it. */
export interface ShownCall {
  readonly id: string;
  readonly tool: string;
  readonly nonce: string;
  readonly answer: string;
}

/** Whoever is told what happens on a server. */
export interface Witness {
  /** The server's part of a call begins. */
  began(nonce: string, idempotencyKey: string, mayRepeat: boolean): unknown;
  /** A model is asked. */
  saw(shown: Shown): unknown;
}

/** What was seen of each call, by the nonce that the model put into its arguments. */
export class Seen implements Witness {
  /** How often the server's part was run. */
  readonly runs = new Map<string, number>();
  /** The idempotency keys that it was run with. */
  readonly keys = new Map<string, Set<string>>();
  /** Calls of idempotent tools. */
  readonly mayRepeat = new Set<string>();
  /** The answers that the model was shown, by conversation and id. */
  readonly answers = new Map<string, Set<string>>();
  /** The answers by nonce. */
  readonly shown = new Map<string, Set<string>>();
  readonly malformed: string[] = [];
  /** Calls whose tools only the client runs. */
  readonly #prepared = new Set<string>();

  began(nonce: string, idempotencyKey: string, mayRepeat: boolean): void {
    if (mayRepeat) this.mayRepeat.add(nonce);
    this.runs.set(nonce, (this.runs.get(nonce) ?? 0) + 1);
    addTo(this.keys, nonce, idempotencyKey);
  }

  saw({ seed, calls, malformed }: Shown): void {
    this.malformed.push(...malformed);
    for (const { id, tool, nonce, answer } of calls) {
      if (preflightTools.some((name) => name === tool)) this.#prepared.add(nonce);
      addTo(this.answers, `${seed} ${id}`, answer);
      addTo(this.shown, nonce, answer);
    }
  }

  /** The answers that have changed, but for those of which it is known later what was not known before. */
  get changed(): string[][] {
    const changed = [...this.answers].filter(([, answers]) => {
      const known = [...answers].filter((answer) => !answer.startsWith("It is not known whether"));
      return known.length > 1 || answers.size > 2;
    });
    return changed.map(([call, answers]) => [call, ...answers]);
  }

  /** Calls that have begun more than once, and whose tools are not idempotent or got another key. */
  get repeated(): string[] {
    const calls = [...this.runs].filter(([nonce, count]) => {
      return count > 1 && !(this.mayRepeat.has(nonce) && this.keys.get(nonce)?.size === 1);
    });
    return calls.map(([nonce, count]) => `${nonce} has begun ${count} times`);
  }

  /**
   * Calls that have begun and that no model was shown afterwards, but for conversations whose server can't know what
   * its client has.
   */
  lost(replayed: ReadonlySet<number> = new Set()): string[] {
    return [...this.runs.keys()].filter((nonce) => {
      return !this.shown.has(nonce) && !replayed.has(Number.parseInt(nonce, 10));
    });
  }

  /** Answers that say of a call that it was not run although it was, or that it was although it was not. */
  get untrue(): string[] {
    return [...this.shown].flatMap(([nonce, answers]) => {
      const hasRun = this.runs.has(nonce);
      const wrong = [...answers].filter((answer) => {
        if (/^server (did|failed)/.test(answer)) return !hasRun;
        // Of a call that the server has prepared the client says whether it was run.
        return hasRun && / not run:/.test(answer) && !this.#prepared.has(nonce);
      });
      return wrong.map((answer) => `${nonce}: ${answer}`);
    });
  }
}

function addTo(all: Map<string, Set<string>>, key: string, value: string): void {
  all.set(key, (all.get(key) ?? new Set()).add(value));
}
