import type { Interrupt, Message, UserMessage } from "@ag-ui/core";
import type { CallableTools } from "../../calls/callable-tools.js";
import { loadCore } from "../../core/init.js";
import { isReady } from "../../core/state.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import type { CallOrigin } from "../../tools/call-origin.js";
import type { Emit } from "../events/event-map.js";
import type { RunLimits } from "../limits/limits.js";
import type { AgentHeaders } from "../stream/headers.js";
import type { Conversation } from "./conversation.js";
import { conversationWith } from "./conversation-with.js";
import type { SendResult } from "./loop.js";

/** A conversation without an element. */
export interface HeadlessOptions {
  /** Where the agent is. */
  readonly url: string;
  readonly headers: AgentHeaders;
  /** The tools that it is offered. */
  readonly tools: CallableTools;
  readonly manager: ToolExecutionManager;
  readonly origin: CallOrigin;
  readonly maxRounds: number;
  readonly limits: RunLimits;
  /** Hears what an element would dispatch. */
  readonly hear: Emit;
}

/** Talks to an agent by the same loop as an `<ag-ui-agent>`, and needs no document. */
export class HeadlessConversation {
  readonly #conversation: Conversation;

  constructor(options: HeadlessOptions) {
    const { tools, hear, ...rest } = options;
    this.#conversation = conversationWith(
      {
        ...rest,
        registry: tools,
        openCalls: "answer",
        emit: hear,
        ready: () => (isReady() ? Promise.resolve() : loadCore()),
        arriving: () => undefined,
      },
      undefined,
    );
  }

  /** The thread that it is held in. */
  get threadId(): string {
    return this.#conversation.agent.threadId;
  }

  /** All that was said. */
  get messages(): readonly Message[] {
    return this.#conversation.messages;
  }

  /** What the agent waits for. */
  get pendingInterrupts(): readonly Interrupt[] {
    return this.#conversation.pendingInterrupts;
  }

  /** Says something and resolves when the agent needs no more; stops it, and the tools that run for it, when aborted. */
  async send(content: UserMessage["content"], signal: AbortSignal): Promise<SendResult> {
    if (signal.aborted) return { outcome: "aborted" };
    const abort = (): void => this.#conversation.abort();
    signal.addEventListener("abort", abort, { once: true });
    try {
      return await this.#conversation.send(content);
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  /** Lets go of its connections, and falls silent. */
  close(): void {
    this.#conversation.abandon();
  }
}
