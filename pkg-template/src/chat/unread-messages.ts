import type { Message } from "@ag-ui/core";

interface Watched {
  readonly threadId: string;
  readonly pendingApprovals: readonly unknown[];
  readonly pendingInterrupts: readonly unknown[];
}

/** How many messages of the agent came while nobody looked, and how many questions wait for the person. */
export class UnreadMessages {
  #thread = "";
  #known = 0;
  #seen = 0;
  #waiting = 0;

  get count(): number {
    return Math.max(0, this.#known - this.#seen) + this.#waiting;
  }

  /** Takes the messages as they are now. Those of a thread that was not shown before count as read. */
  update(agent: Watched, messages: readonly Message[], isOpen: boolean): void {
    this.#waiting = agent.pendingApprovals.length + agent.pendingInterrupts.length;
    const isOther = agent.threadId !== this.#thread;
    this.#thread = agent.threadId;
    this.#known = messages.filter(({ role, content }) => role === "assistant" && content).length;
    if (isOther || isOpen || this.#known < this.#seen) this.read();
  }

  /** All of them were seen. */
  read(): void {
    this.#seen = this.#known;
  }
}
