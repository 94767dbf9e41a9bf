import type { BaseEvent } from "@ag-ui/core";
import { type MonoTypeOperatorFunction, Observable, type Subscriber } from "rxjs";
import { WorkSlice } from "../scheduling/yield-to-page.js";
import { joinedAt } from "./join-deltas.js";
import type { WatchedRun } from "./watched-run.js";

/** From how many waiting events on pieces of one text are made one piece, where the client copies the thread for each. */
const many = 256;

/**
 * Passes a run's events on in turns with the page: however fast they come, timers run, frames are drawn and a click
 * arrives. What came together is announced together, at the end of each turn.
 *
 * An agent in the page can't be slowed down: its events wait here. What is read from the network waits there: see
 * `paced-response.ts`.
 */
export function paced(run: WatchedRun): MonoTypeOperatorFunction<BaseEvent> {
  return (events) =>
    new Observable((subscriber) => {
      const queue = new EventQueue(subscriber, run);
      run.backlog = () => queue.emptied;
      const source = events.subscribe({
        next: (event) => {
          run.touch();
          queue.add(event);
        },
        error: (error) => queue.end(() => subscriber.error(error)),
        complete: () => queue.end(() => subscriber.complete()),
      });
      return () => {
        queue.close();
        source.unsubscribe();
      };
    });
}

class EventQueue {
  readonly #subscriber: Subscriber<BaseEvent>;
  readonly #run: WatchedRun;
  #waiting: BaseEvent[] = [];
  #at = 0;
  #work: Promise<void> | undefined;
  #end: (() => void) | undefined;
  #isClosed = false;

  constructor(subscriber: Subscriber<BaseEvent>, run: WatchedRun) {
    this.#subscriber = subscriber;
    this.#run = run;
  }

  /** Resolves when nothing waits; `undefined` when nothing does. */
  get emptied(): Promise<void> | undefined {
    return this.#work;
  }

  add(event: BaseEvent): void {
    if (this.#isClosed) return;
    this.#waiting.push(event);
    this.#work ??= this.#passOn();
  }

  /** Nothing comes any more. */
  end(end: () => void): void {
    this.#end = end;
    this.#work ??= this.#passOn();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.#at = 0;
  }

  async #passOn(): Promise<void> {
    // What comes in one go is all there then.
    await undefined;
    const slice = new WorkSlice();
    while (this.#at < this.#waiting.length) {
      if (slice.isDue) {
        this.#run.flush();
        await slice.yield();
      }
      const event = this.#take();
      if (!event) break;
      this.#subscriber.next(event);
      // The client's own way of applying events goes on in microtasks: it is done with this one then.
      if (!this.#run.isApplied) await slice.yield();
    }
    this.#work = undefined;
    if (!this.#isClosed) this.#run.flush();
    slice.end();
    if (this.#isClosed) return;
    // A listener may have made the agent say more.
    if (!this.#work) this.#end?.();
  }

  #take(): BaseEvent | undefined {
    const isMuch = !this.#run.isApplied && this.#waiting.length - this.#at > many;
    const { event, next } = isMuch
      ? joinedAt(this.#waiting, this.#at)
      : { event: this.#waiting[this.#at], next: this.#at + 1 };
    this.#at = next;
    if (this.#at < this.#waiting.length) return event;
    this.#waiting = [];
    this.#at = 0;
    return event;
  }
}
