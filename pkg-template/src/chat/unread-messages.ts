import type { Message } from "@ag-ui/core";

/** How many messages of the agent came while nobody looked. */
export class UnreadMessages {
  #thread = "";
  #known = 0;
  #seen = 0;

  get count(): number {
    return Math.max(0, this.#known - this.#seen);
  }

  /** Takes the messages as they are now. Those of a thread that was not shown before count as read. */
  update(agent: { readonly threadId: string }, messages: readonly Message[], isOpen: boolean): void {
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
