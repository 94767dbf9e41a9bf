import { type AbstractAgent, type MiddlewareFunction, transformChunks } from "@ag-ui/client";
import type { BaseEvent } from "@ag-ui/core";
import {
  catchError,
  concat,
  concatMap,
  concatWith,
  defer,
  filter,
  type Observable,
  tap,
  throwError,
} from "rxjs";
import type { UncheckedCallEvent } from "../identity/call-events.js";
import { renameCalls } from "../identity/call-names.js";
import { ArgumentsMerger } from "../identity/merge-arguments.js";
import { RunCalls } from "../identity/run-calls.js";
import { ThreadCalls } from "../identity/thread-calls.js";
import { DEFAULT_LIMITS } from "../limits/limits.js";
import { withinLimits } from "../limits/within-limits.js";
import { applyLive } from "../stream/apply/apply.js";
import { paced } from "../stream/paced.js";
import { inPlainOrder, withPlainFields } from "../stream/repair/repaired.js";
import { type WatchedRun, watchedRun } from "../stream/watched-run.js";

const callsByAgent = new WeakMap<AbstractAgent, ThreadCalls>();

/** The calls of an agent's thread. The first look at an agent puts the pipeline into it that keeps calls of one id apart. */
export function callsOf(agent: AbstractAgent): ThreadCalls {
  const known = callsByAgent.get(agent);
  if (known) return known;
  const calls = new ThreadCalls();
  agent.use(eventPipeline(agent, calls));
  applyLive(agent);
  callsByAgent.set(agent, calls);
  return calls;
}

/** For `agent.use()`: the backend's ids go out, the thread's names come in, and a run that is watched in turns. */
function eventPipeline(agent: AbstractAgent, calls: ThreadCalls): MiddlewareFunction {
  return (input, next) => {
    const messages = input.messages.map((message) => renameCalls(message, calls.idOf));
    const watched = watchedRun(agent);
    const isWatched = watched?.runId === input.runId;
    const source = next.run({ ...input, messages });
    // Of a call's chunks only the first one names it, so they are made whole events before they get here.
    const limits = watched?.limits ?? DEFAULT_LIMITS;
    const run = new RunCalls(calls, input.messages, limits.argumentsLength);
    const events = (isWatched ? source.pipe(paced(watched)) : source).pipe(
      withPlainFields((event) => {
        if (isWatched && !watched.isStopped) watched.unknown(event);
      }),
      transformChunks(),
      inPlainOrder(input),
      tap((event) => {
        if (watched) watched.last = event;
      }),
      filter(() => !(isWatched && watched.isStopped)),
      concatMap((event) => run.incoming(event as UncheckedCallEvent)),
      withinLimits(limits, input.messages),
    );
    return isWatched ? forClient(events, watched) : events;
  };
}

/** The events as they cost least where the client applies them. It has said whether it does when it subscribes. */
function forClient(events: Observable<BaseEvent>, run: WatchedRun): Observable<BaseEvent> {
  return defer(() => {
    run.isMerged = !run.isApplied;
    return run.isMerged ? merged(events) : events;
  });
}

function merged(events: Observable<BaseEvent>): Observable<BaseEvent> {
  const merger = new ArgumentsMerger();
  const rest = defer(() => merger.rest());
  return events.pipe(
    concatMap((event) => merger.incoming(event as UncheckedCallEvent)),
    catchError((error) =>
      concat(
        rest,
        throwError(() => error),
      ),
    ),
    concatWith(rest),
  );
}
