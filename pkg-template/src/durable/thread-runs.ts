import type { Message } from "@ag-ui/core";
import type { Restore } from "../element/answers/call-log.js";
import type { ThreadAccess } from "../element/page/thread-access.js";
import { race } from "../execution/race.js";
import type { KeptCalls } from "./kept-calls.js";
import { restoreCalls } from "./restore-calls.js";
import { keptRun, RunUnderWay } from "./run-under-way.js";
import type { StoredRun, StoredThread } from "./thread-store.js";

/** The longest wait for a server to answer that it stops a run, in milliseconds. */
const LONGEST_STOP = 1_000;

/** The part of a keeper that the runs of a thread need. */
export interface ThreadRunsHost {
  readonly access: ThreadAccess;
  readonly approvalLifetime: number;
}

/** The saving of the thread. */
interface Saving {
  changed(): void;
  saveNow(): void;
}

/** The run of a thread that is under way, and the going on with a thread whose page was closed. */
export class ThreadRuns {
  readonly #host: ThreadRunsHost;
  readonly #saving: Saving;
  /** The run that is under way, where its server keeps it. */
  #run: RunUnderWay | undefined;
  #mayRunAgain = false;
  #isTakingUp = false;
  /** The thread goes to another tab, which takes up the run. */
  #isHandedOver = false;

  constructor(host: ThreadRunsHost, saving: Saving) {
    this.#host = host;
    this.#saving = saving;
  }

  /** True while the store may have a run under way: the next page runs its calls that have no record. */
  get mayRunAgain(): boolean {
    return this.#mayRunAgain;
  }

  /** True while the thread is set back to its contents before a run of which nothing has come: it is not to be saved. */
  get isTakingUp(): boolean {
    return this.#isTakingUp;
  }

  /** A run has begun; the thread is as it was before the run. */
  started(runId: string, isResumable: boolean): void {
    const { messages, state } = this.#host.access;
    this.#isTakingUp = false;
    this.#run = isResumable ? new RunUnderWay(runId, messages, state) : undefined;
  }

  /** No run is under way any more: its calls are about to run, or the loop has ended. */
  ended(): void {
    if (!this.#run || this.#isHandedOver || this.#isTakingUp) return;
    this.#run = undefined;
    this.#saving.changed();
  }

  /** The loop is to be stopped in this tab, and its run goes on in another one. */
  handOver(): void {
    this.#isHandedOver = true;
  }

  /** This tab does not act any more. */
  left(): void {
    this.#run = undefined;
    this.#isTakingUp = false;
  }

  /** The run to save with the messages. */
  saving(messages: readonly Message[]): StoredRun | undefined {
    const run = this.#run?.storedWith(messages);
    if (run) this.#mayRunAgain = true;
    return run;
  }

  /** The thread was saved with this run. */
  saved(run: StoredRun | undefined): void {
    this.#mayRunAgain = run !== undefined || this.#run !== undefined;
  }

  /**
   * This tab is about to act for a thread. A message that waits to be sent takes the place of the run: the server is
   * asked to stop that.
   */
  async acting(stored: StoredThread | undefined): Promise<void> {
    const { access } = this.#host;
    this.#isHandedOver = false;
    this.#mayRunAgain = stored?.run !== undefined;
    this.#run = undefined;
    if (!stored?.run) return;
    if (!access.isRunning) this.#run = RunUnderWay.of(stored);
    else await race(access.stopKept(stored.run.runId), { timeout: LONGEST_STOP });
  }

  /** Goes on where the page was closed. */
  goOn(stored: StoredThread, calls: KeptCalls): void {
    if (stored.run && this.#run) this.#takeUp(stored, stored.run, calls);
    else if (stored.isRunning || stored.run) this.#recover(calls);
  }

  /** Goes on with the thread's open calls, or with answers that the agent has not read. */
  #recover(calls: KeptCalls): void {
    const { access } = this.#host;
    const isUnread = access.messages.at(-1)?.role === "tool" && access.interrupts.length === 0;
    if (!access.hasOpenCalls && !isUnread) {
      // Nothing runs any more: lists show that.
      this.#saving.changed();
      this.#saving.saveNow();
      return;
    }
    void access.recover(this.#restore(calls, "unknown")).then(() => this.#offer());
  }

  /** Goes on with the run that was under way. */
  #takeUp(stored: StoredThread, run: StoredRun, calls: KeptCalls): void {
    const ofRun = this.#restore(calls, "not begun");
    const decide = this.#restore(calls, "unknown");
    const ofThread: Restore = (open, signal) => {
      // The server does not have the run any more.
      this.#isTakingUp = false;
      this.ended();
      return decide(open, signal);
    };
    this.#isTakingUp = true;
    void this.#host.access
      .takeUp(keptRun(run, stored), ofRun, ofThread)
      .then(({ outcome, error }) =>
        this.#tookUp(outcome === "failed" && error?.code === "network"),
      );
  }

  /** @param isToBeTried true if the run may be taken up later: the store keeps it. */
  #tookUp(isToBeTried: boolean): void {
    const hasNotStarted = this.#isTakingUp;
    this.#isTakingUp = false;
    if (hasNotStarted && !isToBeTried) this.ended();
    this.#saving.changed();
    this.#saving.saveNow();
    this.#offer();
  }

  #restore(calls: KeptCalls, unrecorded: "unknown" | "not begun"): Restore {
    const { access, approvalLifetime } = this.#host;
    const { manager, offersCalls } = access;
    const toolOf = (name: string) => access.toolOf(name);
    return restoreCalls({ calls, approvalLifetime, unrecorded, manager, offersCalls, toolOf });
  }

  #offer(): void {
    if (this.#host.access.offersCalls) this.#host.access.offer();
  }
}
