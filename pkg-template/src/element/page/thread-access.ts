import type { Interrupt, Message, State } from "@ag-ui/core";
import type { ToolExecutionManager } from "../../execution/manager.js";
import type { RegisteredTool } from "../../tools/types.js";
import type { CallLog, Restore } from "../answers/call-log.js";
import type { SendResult } from "../runs/loop.js";
import type { KeptRun } from "../runs/take-up.js";

/** The property of an `<ag-ui-agent>` with the access of what keeps its thread. Every copy of the package knows it. */
export const threadAccess = Symbol.for("ag-ui-lit.thread-access");

/** A keeper of an element's threads. */
export interface ThreadKeeper {
  /** Records the calls; `undefined` where nothing is recorded. */
  readonly log: CallLog | undefined;
  /** Resolves when a loop may begin; rejects with the reason why it may not. Nothing where it may at once. */
  admit(): Promise<void> | undefined;
}

/** The part of an element that a keeper of threads needs. */
export interface ThreadAccess {
  /** Its events: `ag-ui-messages-changed`, `ag-ui-state-changed`, `ag-ui-run-started`, `ag-ui-run-finalized`. */
  readonly events: EventTarget;
  readonly threadId: string;
  /** The id that the page's markup asks for, if any. */
  readonly wantedId: string | undefined;
  readonly messages: readonly Message[];
  /** The state without predictions. */
  readonly state: State;
  readonly interrupts: readonly Interrupt[];
  readonly isRunning: boolean;
  /** True if a call that no interrupt holds back has no answer. */
  readonly hasOpenCalls: boolean;
  /** True if the page settles open calls of which nothing is known (`open-calls="offer"`). */
  readonly offersCalls: boolean;
  /** Reports the open calls to the page, where it settles them. */
  offer(): void;
  readonly manager: ToolExecutionManager;
  toolOf(name: string): RegisteredTool | undefined;
  /** Shows another thread; the one before is abandoned. */
  show(threadId: string): void;
  /** Gives the thread another id, and contents if there are any. Loops that wait to begin are kept. */
  restore(threadId: string, contents: ThreadContents | undefined): void;
  recover(restore: Restore): Promise<SendResult>;
  /**
   * Sets the thread back to its contents before a run, and takes the run up.
   *
   * @param restore decides on the calls that the run asks for.
   * @param recover decides on the calls of the thread as it is shown, where the server has no such run any more.
   */
  takeUp(run: KeptRun, restore: Restore, recover: Restore): Promise<SendResult>;
  /** Asks the server to stop a run that no tab follows. Resolves when it has answered; never rejects. */
  stopKept(runId: string): Promise<void>;
  /** Stops the loop; a run that its server keeps goes on there. */
  leave(): void;
  /** Makes a keeper the thread's. Returns what ends that. @throws {Error} when there is one already. */
  keep(keeper: ThreadKeeper): () => void;
}

/** The contents of a thread. */
export interface ThreadContents {
  readonly messages: readonly Message[];
  readonly state: State;
  readonly interrupts: readonly Interrupt[];
}
