import type { AbstractAgent } from "@ag-ui/client";
import { messageOf } from "../../codec/describe.js";
import { asRunError, RunError } from "../errors/run-error.js";
import type { Emit } from "../events/event-map.js";
import { TurnQueue } from "../scheduling/turn-queue.js";
import type { SendResult } from "./loop.js";
import { LoopTurn } from "./loop-turn.js";

/** What a turn does. */
export interface Work {
  readonly loop: (signal: AbortSignal) => Promise<SendResult>;
  /** What it still does when a more urgent one came before it was begun. */
  readonly passed?: () => void;
  /** Whether it ends what is under way, and comes next. */
  readonly isUrgent?: boolean;
}

/** What turns take from their conversation. */
export interface TurnsHost {
  /** Resolves when a loop may begin; rejects with the reason why it may not. */
  admit(): Promise<void> | undefined;
  /** Resolves when tools can be run. */
  ready(): Promise<void>;
  readonly emit: Emit;
}

/** What the agents have yet to do. An agent runs once at a time, also when several elements talk through it. */
const queues = new WeakMap<AbstractAgent, TurnQueue>();

function queueOf(agent: AbstractAgent): TurnQueue {
  const queue = queues.get(agent) ?? new TurnQueue();
  queues.set(agent, queue);
  return queue;
}

/** The loops of one conversation: those that wait for their agent, and the one under way. */
export class Turns {
  readonly #agent: AbstractAgent;
  readonly #host: TurnsHost;
  readonly #turns = new Set<LoopTurn>();

  constructor(agent: AbstractAgent, host: TurnsHost) {
    this.#agent = agent;
    this.#host = host;
  }

  /** Whether a loop is under way or waits. */
  get isRunning(): boolean {
    return this.#turns.size > 0;
  }

  /** Runs a loop when its turn has come; resolves to how it ended. Never rejects. */
  enqueue(work: Work): Promise<SendResult> {
    return new Promise((resolve) => {
      const turn = new LoopTurn(async () => resolve(await this.#supervise(turn, work)));
      this.#turns.add(turn);
      const queue = queueOf(this.#agent);
      if (work.isUrgent) queue.interrupt(turn);
      else queue.add(turn);
    });
  }

  /** Does something between what is under way and what waits. */
  tidy(work: () => void): void {
    queueOf(this.#agent).addFirst({ run: async () => work(), yield: () => {} });
  }

  /** Stops what is under way and what waits. */
  abort(): void {
    for (const turn of this.#turns) turn.abort();
  }

  async #supervise(turn: LoopTurn, { loop, passed }: Work): Promise<SendResult> {
    const { threadId } = this.#agent;
    let result: SendResult;
    try {
      // Not awaited where there is nothing to wait for: it would cost every message a turn.
      const admission = this.#host.admit();
      if (admission) await admission;
      await this.#ready();
      if (turn.isPassed) passed?.();
      result = turn.signal.aborted ? { outcome: "aborted" } : await loop(turn.signal);
    } catch (thrown) {
      result = { outcome: "failed", error: asRunError(thrown) };
    }
    this.#turns.delete(turn);
    if (result.error) this.#host.emit("ag-ui-run-failed", { threadId, error: result.error });
    this.#host.emit("ag-ui-run-finalized", { threadId, outcome: result.outcome });
    return result;
  }

  async #ready(): Promise<void> {
    try {
      await this.#host.ready();
    } catch (cause) {
      const message = `The tool core could not be loaded: ${messageOf(cause)}`;
      throw new RunError("network", message, { cause });
    }
  }
}
