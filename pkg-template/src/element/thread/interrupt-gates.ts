import type { AbstractAgent } from "@ag-ui/client";
import type { ResumeEntry } from "@ag-ui/core";

/** The calls of a turn that interrupts hold back, by the thread's names. */
export class InterruptGates {
  readonly #agent: AbstractAgent;
  /** The calls that interrupts held back in this turn. */
  readonly #gated = new Set<string>();
  /** Those of them whose interrupt was answered as cancelled. */
  readonly #declined = new Set<string>();

  constructor(agent: AbstractAgent) {
    this.#agent = agent;
  }

  get gated(): ReadonlySet<string> {
    return this.#gated;
  }

  get declined(): ReadonlySet<string> {
    return this.#declined;
  }

  /** The calls that are held back now. */
  get now(): ReadonlySet<string | undefined> {
    return new Set(this.#agent.pendingInterrupts.map((interrupt) => interrupt.toolCallId));
  }

  /** Notes the calls that are held back when a run has ended. */
  see(): void {
    for (const id of this.now) if (id !== undefined) this.#gated.add(id);
  }

  /** Notes which calls are not to run because the interrupts that hold them back are cancelled. */
  decline(entries: readonly ResumeEntry[]): void {
    const cancelled = new Set(
      entries.filter(({ status }) => status === "cancelled").map(({ interruptId }) => interruptId),
    );
    for (const { id, toolCallId } of this.#agent.pendingInterrupts) {
      if (cancelled.has(id) && toolCallId !== undefined) this.#declined.add(toolCallId);
    }
  }

  /** Another turn begins. */
  clear(): void {
    this.#gated.clear();
    this.#declined.clear();
  }
}
