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
import { DEFAULT_LIMITS } from "../limits/limits.js";
import { withinCallLimit, withinLimits } from "../limits/within-limits.js";
import { applyInOurWay } from "../stream/apply/apply.js";
import { paced } from "../stream/paced.js";
import { inPlainOrder, withPlainFields } from "../stream/repair/repaired.js";
import { type WatchedRun, watchedRun } from "../stream/watched-run.js";
import { CallBook } from "./call-book.js";
import type { CallEvent } from "./call-events.js";
import { renameCalls } from "./call-names.js";
import { ArgumentsMerger } from "./merge-arguments.js";
import { RunCalls } from "./run-calls.js";

const books = new WeakMap<AbstractAgent, CallBook>();

/** The calls of an agent's thread; the agent is taught to tell them apart when it is first seen. */
export function callsOf(agent: AbstractAgent): CallBook {
  const known = books.get(agent);
  if (known) return known;
  const book = new CallBook();
  agent.use(tellApart(agent, book));
  applyInOurWay(agent);
  books.set(agent, book);
  return book;
}

/** For `agent.use()`: the backend's ids go out, the thread's names come in, and a run that is watched in turns. */
function tellApart(agent: AbstractAgent, book: CallBook): MiddlewareFunction {
  return (input, next) => {
    const messages = input.messages.map((message) => renameCalls(message, book.idOf));
    const watched = watchedRun(agent);
    const isWatched = watched?.runId === input.runId;
    const source = next.run({ ...input, messages });
    // Of a call's chunks only the first one names it, so they are made whole events before they get here.
    const limits = watched?.limits ?? DEFAULT_LIMITS;
    const run = new RunCalls(book, input.messages, limits.argumentsLength);
    const events = (isWatched ? source.pipe(paced(watched)) : source).pipe(
      withPlainFields(),
      transformChunks(),
      inPlainOrder(input),
      withinLimits(limits, input.messages),
      tap((event) => {
        if (watched) watched.last = event;
      }),
      filter(() => !(isWatched && watched.isStopped)),
      concatMap((event) => run.incoming(event as CallEvent)),
      withinCallLimit(limits),
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
    concatMap((event) => merger.incoming(event as CallEvent)),
    catchError((error) =>
      concat(
        rest,
        throwError(() => error),
      ),
    ),
    concatWith(rest),
  );
}
