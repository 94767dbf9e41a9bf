import type { Interrupt, Message, State } from "@ag-ui/core";
import type { CallableTools } from "../../calls/callable-tools.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import type { RegisteredTool } from "../../tools/types.js";
import type { CallLog, Restore } from "../answers/call-log.js";
import type { OpenCallsPolicy } from "../answers/open-calls.js";
import type { SendResult } from "../runs/loop.js";
import type { KeptRun } from "../runs/take-up.js";
import type { CurrentThread } from "./current-thread.js";
import type { ThreadAccess, ThreadContents, ThreadKeeper } from "./thread-access.js";

/** The element, as far as it concerns its thread. */
interface ThreadElement extends HTMLElement {
  readonly openCalls: OpenCallsPolicy;
  readonly manager: ToolExecutionManager;
  threadId: string | null | undefined;
}

/** An element's thread, for what keeps it. */
export class KeptThread implements ThreadAccess {
  readonly events: HTMLElement;
  readonly #element: ThreadElement;
  readonly #thread: CurrentThread;
  readonly #tools: () => CallableTools;
  readonly offer: () => void;
  #keeper: ThreadKeeper | undefined;

  constructor(
    element: ThreadElement,
    thread: CurrentThread,
    { tools, offer }: { readonly tools: () => CallableTools; readonly offer: () => void },
  ) {
    this.offer = offer;
    this.events = element;
    this.#element = element;
    this.#thread = thread;
    this.#tools = tools;
  }

  get log(): CallLog | undefined {
    return this.#keeper?.log;
  }

  admit(): Promise<void> | undefined {
    return this.#keeper?.admit();
  }

  get threadId(): string {
    return this.#thread.conversation.agent.threadId;
  }

  get wantedId(): string | undefined {
    return this.#element.getAttribute("thread-id") || undefined;
  }

  get messages(): readonly Message[] {
    return this.#thread.conversation.messages;
  }

  get state(): State {
    return this.#thread.conversation.agent.state;
  }

  get interrupts(): readonly Interrupt[] {
    return this.#thread.conversation.agent.pendingInterrupts;
  }

  get isRunning(): boolean {
    return this.#thread.existing?.isRunning ?? false;
  }

  get hasOpenCalls(): boolean {
    return this.#thread.conversation.hasOpenCalls;
  }

  get offersCalls(): boolean {
    return this.#element.openCalls === "offer";
  }

  get manager(): ToolExecutionManager {
    return this.#element.manager;
  }

  toolOf(name: string): RegisteredTool | undefined {
    return this.#tools().get(name);
  }

  show(threadId: string): void {
    this.#element.threadId = threadId;
  }

  restore(threadId: string, contents: ThreadContents | undefined): void {
    this.#thread.rename(threadId);
    if (!contents) return;
    const { messages, state, interrupts } = contents;
    this.#thread.conversation.restore(messages, state, interrupts);
  }

  recover(restore: Restore): Promise<SendResult> {
    return this.#thread.conversation.recover(restore);
  }

  takeUp(run: KeptRun, restore: Restore, recover: Restore): Promise<SendResult> {
    return this.#thread.conversation.takeUp(run, restore, recover);
  }

  stopKept(runId: string): Promise<void> {
    return this.#thread.conversation.stopKept(runId);
  }

  leave(): void {
    this.#thread.existing?.leave();
  }

  keep(keeper: ThreadKeeper): () => void {
    if (this.#keeper) {
      throw new Error("keepThreads(): the threads of this <ag-ui-agent> are kept already.");
    }
    this.#keeper = keeper;
    return () => {
      if (this.#keeper === keeper) this.#keeper = undefined;
    };
  }
}
