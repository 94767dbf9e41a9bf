import { within } from "../../execution/race.js";
import type { OptionRules } from "../../options/check-options.js";
import { aTime } from "../../options/rules.js";
import type { AgentLog } from "../agent-log.js";
import { closing } from "../leases/lease-errors.js";
import type { ReasonerConversations } from "./conversations.js";
import { ReasonerLog } from "./reasoner-log.js";

/** The times of `AgentReasoner.close()`. */
export interface ReasonerCloseOptions {
  /**
   * Milliseconds after which requests that are still answered end as `failed` with the code `closing`. @default 15000
   */
  readonly requests?: number;
  /**
   * Milliseconds that calls may run after that. Less than what the platform waits before it kills the process. @default
   * 10000
   */
  readonly calls?: number;
}

export const closeRules: OptionRules<ReasonerCloseOptions> = { requests: aTime, calls: aTime };

/** Lets go of a reasoner's conversations. */
export class ReasonerClosing {
  readonly #conversations: ReasonerConversations;
  readonly #log: ReasonerLog;
  #closed: Promise<{ readonly running: number }> | undefined;

  constructor(conversations: ReasonerConversations, log: AgentLog | undefined) {
    this.#conversations = conversations;
    this.#log = new ReasonerLog(log, undefined);
  }

  get hasBegun(): boolean {
    return this.#closed !== undefined;
  }

  /** Never rejects. A second call waits for the first. */
  close(options: ReasonerCloseOptions): Promise<{ readonly running: number }> {
    this.#closed ??= this.#close(options);
    return this.#closed;
  }

  async #close({ requests = 15_000, calls = 10_000 }: ReasonerCloseOptions) {
    const conversations = this.#conversations;
    if (!(await this.#areLetGo(requests))) {
      for (const entry of conversations.used) conversations.abort(entry, closing(), this.#log);
      await this.#areLetGo(calls);
    }
    const left = conversations.used;
    // Another process need not wait until their leases run out.
    await Promise.all(left.map((entry) => entry.keeper?.close()));
    return { running: left.reduce((sum, { running }) => sum + running.size, 0) };
  }

  /** Returns false if some are still in use after so many milliseconds. */
  async #areLetGo(timeout: number): Promise<boolean> {
    return await within(this.#conversations.idle(), { timeout }).then(
      () => true,
      () => false,
    );
  }
}
