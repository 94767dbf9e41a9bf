import type { Interrupt, Message, State } from "@ag-ui/core";
import type { RunError } from "../errors/run-error.js";
import { isPassing } from "../stream/resumption.js";
import type { SendResult } from "./loop.js";

/** A run of before a reload that its server keeps. */
export interface KeptRun {
  readonly runId: string;
  /** The messages before the run. */
  readonly messages: readonly Message[];
  /** The state before the run. */
  readonly state: State;
}

/** The contents that a thread shows. */
export interface ShownThread {
  readonly messages: readonly Message[];
  readonly state: State;
  readonly interrupts: readonly Interrupt[];
}

/** The part of a conversation that the taking up of a run needs. */
export interface TakeUpHost {
  readonly shown: ShownThread;
  show(thread: ShownThread): void;
  /** Follows the run from its first event, and goes on with the agent. */
  follow(runId: string): Promise<SendResult>;
  /** Returns true if the run's first event has come. */
  hasStarted(): boolean;
  /** Asks the server to stop the run. */
  stop(runId: string): Promise<void>;
  /** Goes on with the thread as it is shown. */
  recover(): Promise<SendResult>;
}

/**
 * Sets a thread back to its contents before a run, and takes the run up. Where the server can't give the run, the
 * contents shown before come back; if it does not have the run any more, the conversation goes on with them.
 *
 * @param isAsRestored true if nothing has been added to the thread since it was restored.
 */
export async function takeUp(
  run: KeptRun,
  host: TakeUpHost,
  isAsRestored: boolean,
): Promise<SendResult> {
  if (!isAsRestored) {
    // A message that was sent meanwhile, or the page's own: nobody waits for the run any more.
    await host.stop(run.runId);
    return { outcome: "finished" };
  }
  const { shown } = host;
  host.show({ messages: run.messages, state: run.state, interrupts: [] });
  const result = await host.follow(run.runId);
  if (host.hasStarted()) return result;
  host.show(shown);
  return result.error && isGone(result.error) ? host.recover() : result;
}

/** Returns true for the error of a server that answers, but not with the run: a later attempt could not help. */
function isGone({ code, status }: RunError): boolean {
  if (code === "network") return false;
  return status === undefined || !(isPassing({ status }) || status === 401 || status === 403);
}
