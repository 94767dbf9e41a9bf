import { AbstractAgent } from "@ag-ui/client";
import type { BaseEvent, RunAgentInput } from "@ag-ui/core";
import { Observable } from "rxjs";

/** A run under way. */
export interface OwnRun {
  readonly input: RunAgentInput;
  /** Aborted when nobody listens any more, and by `abortRun()`. */
  readonly signal: AbortSignal;
  /** Sends events to whoever runs the agent. */
  readonly send: (events: readonly object[]) => void;
}

/** The base of the agents of this package that make their events themselves: a run is a function of its input, stopped by a signal. */
export abstract class OwnAgent extends AbstractAgent {
  readonly #running = new Set<AbortController>();

  /** Answers a run, from its first event to its last. Never rejects. */
  protected abstract answer(run: OwnRun): Promise<void>;

  /** Runs the agent once; calls are left to whoever runs it. */
  override run(input: RunAgentInput): Observable<BaseEvent> {
    return new Observable((subscriber) => {
      const controller = new AbortController();
      this.#running.add(controller);
      const send = (events: readonly object[]): void => {
        for (const event of events) subscriber.next(event as BaseEvent);
      };
      void this.answer({ input, signal: controller.signal, send }).finally(() => {
        this.#running.delete(controller);
        subscriber.complete();
      });
      return () => controller.abort();
    });
  }

  /** Stops the runs under way. */
  override abortRun(): void {
    this.stop();
  }

  /** Aborts the signals of the runs under way. */
  protected stop(reason?: unknown): void {
    for (const controller of this.#running) controller.abort(reason);
  }

  /** Gives another agent what `@ag-ui/client` knows of this one: its thread, messages and state. */
  protected copyTo<Agent extends OwnAgent>(other: Agent): Agent {
    return Object.assign(other, super.clone() as AbstractAgent);
  }
}
