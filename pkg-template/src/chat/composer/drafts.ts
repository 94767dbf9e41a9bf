import { Attachments } from "./attachments.js";
import type { ComposerAgent, Suggestion } from "./types.js";

/** What a person has written in a thread and not yet sent, and what the backend suggests there. */
export interface Draft {
  readonly threadId: string;
  text: string;
  readonly attachments: Attachments;
  suggestions: readonly Suggestion[];
}

/** So many drafts are kept. */
const MOST = 50;

/** The drafts of a composer, one for each thread of each agent. */
export class Drafts {
  readonly #changed: () => void;
  /** The longest unused first. */
  readonly #drafts = new Map<string, Draft>();
  readonly #agents = new WeakMap<object, number>();
  #agentCount = 0;

  /** @param changed is called after each change of an attached file. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** All drafts that are kept. */
  get all(): Iterable<Draft> {
    return this.#drafts.values();
  }

  /**
   * The draft of a thread.
   *
   * @param fresh gives the text of a draft that is not there yet.
   */
  of(agent: ComposerAgent | undefined, threadId: string, fresh: () => string): Draft {
    const key = this.#keyOf(agent, threadId);
    const draft = this.#drafts.get(key) ?? this.#new(threadId, fresh());
    this.#drafts.delete(key);
    this.#drafts.set(key, draft);
    this.#forgetOldest();
    return draft;
  }

  #new(threadId: string, text: string): Draft {
    return { threadId, text, attachments: new Attachments(this.#changed), suggestions: [] };
  }

  #keyOf(agent: ComposerAgent | undefined, threadId: string): string {
    if (!agent) return "";
    const known = this.#agents.get(agent) ?? ++this.#agentCount;
    this.#agents.set(agent, known);
    return `${known} ${threadId}`;
  }

  #forgetOldest(): void {
    if (this.#drafts.size <= MOST) return;
    const [oldest] = this.#drafts;
    if (!oldest) return;
    this.#drafts.delete(oldest[0]);
    oldest[1].attachments.clear();
  }
}
