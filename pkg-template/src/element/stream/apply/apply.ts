import { AbstractAgent, type AgentStateMutation, type AgentSubscriber } from "@ag-ui/client";
import type { BaseEvent, RunAgentInput } from "@ag-ui/core";
import { endWith, finalize, ignoreElements, type Observable, tap } from "rxjs";
import { LiveProperty } from "../../values/live-property.js";
import { watchedRun } from "../watched-run.js";
import { RunState } from "./run-state.js";

/** What applies a run's events to its agent: `AbstractAgent.apply()`, which is for subclasses. */
type Apply = (
  input: RunAgentInput,
  events: Observable<BaseEvent>,
  subscribers: AgentSubscriber[],
) => Observable<AgentStateMutation>;

/**
 * Lets an agent apply the events of the runs that an element watches in our way, which costs the same for each event
 * however long the thread is; the client's copies all messages and the whole state for each.
 *
 * Only where nobody can tell the difference but by the clock: an agent that has subscribers of the page's own, or a way
 * of its own to apply events, keeps the client's.
 */
export function applyLive(agent: AbstractAgent): void {
  const { apply, processApplyEvents } = AbstractAgent.prototype as unknown as ClientMethods;
  const own = agent as unknown as ClientMethods;
  if (own.apply !== apply || own.processApplyEvents !== processApplyEvents) return;
  const ours: Apply = (input, events, subscribers) => {
    const run = watchedRun(agent);
    if (!run || run.runId !== input.runId || !isOrdinary(agent)) {
      return apply.call(agent, input, events, subscribers);
    }
    const live = new RunState(agent, input, subscribers);
    run.isApplied = true;
    run.flush = () => live.flush();
    run.writeState = (patch) => live.write(patch);
    return events.pipe(
      tap((event) => live.apply(event)),
      finalize(() => {
        run.writeState = undefined;
        live.close();
      }),
      ignoreElements(),
      // The client waits for one.
      endWith({} as AgentStateMutation),
    );
  };
  // An agent that can't be taught keeps its own way.
  Reflect.defineProperty(agent, "apply", { configurable: true, writable: true, value: ours });
}

interface ClientMethods {
  readonly apply: Apply;
  readonly processApplyEvents: unknown;
}

function isOrdinary(agent: AbstractAgent): boolean {
  const isPlain = LiveProperty.fits(agent, "messages") && LiveProperty.fits(agent, "state");
  return isPlain && agent.subscribers.length === 0;
}
